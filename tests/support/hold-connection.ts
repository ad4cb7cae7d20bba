import { connect, type Socket } from 'node:net'

/** Sends `text` on a new connection and keeps it open; `heard` holds what the server sent. */
export async function holdConnection(url: string, text: string) {
  const { port } = new URL(url)
  const held: { socket: Socket; heard: string; isClosed: boolean } = await new Promise(
    (resolve, reject) => {
      const socket = connect(Number(port), '127.0.0.1', () => {
        socket.write(text)
        resolve(state)
      })
      const state = { socket, heard: '', isClosed: false }
      socket.on('error', reject)
      socket.on('data', (bytes) => (state.heard += String(bytes)))
      socket.on('close', () => (state.isClosed = true))
    },
  )
  return held
}
