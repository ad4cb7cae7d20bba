/** `bun run dev` serves the pages from source, bundled at each load, and restarts the server when its code changes. */
import { installPackages } from './install.ts'

await installPackages()
const child = Bun.spawn([process.execPath, '--watch', 'src/index.ts', '--dev'], {
  env: { ...process.env, LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn' },
  stdio: ['inherit', 'inherit', 'inherit'],
})
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => child.kill(signal))
process.exit(await child.exited)
