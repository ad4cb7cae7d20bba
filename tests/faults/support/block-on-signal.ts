/** Loaded before a server: SIGUSR1 keeps it busy for 12 s with a turn of the loop every 3 s, SIGUSR2 blocks it for good. */
process.on('SIGUSR1', async () => {
  for (let slice = 0; slice < 4; slice++) {
    Bun.sleepSync(3_000)
    await Bun.sleep(0)
  }
  console.log('was busy')
})
process.on('SIGUSR2', () => Bun.sleepSync(600_000))
