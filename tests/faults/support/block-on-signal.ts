/** Loaded before a server: SIGUSR1 keeps it busy for 15 s with a turn of the loop every 3 s, SIGUSR2 blocks it for good. */
function spin(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}

process.on('SIGUSR1', async () => {
  for (let slice = 0; slice < 5; slice++) {
    spin(3_000)
    await Bun.sleep(0)
  }
  console.log('was busy')
})
process.on('SIGUSR2', () => spin(Infinity))
