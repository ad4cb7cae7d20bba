const DIRECTORY_ENTRY = 0x02014b50
const DIRECTORY_END = 0x06054b50
/** The size of the last record of an archive without a comment. */
const END_BYTES = 22

/** The files of a zip archive as text, by name; reads what spreadsheet programs write. */
export function unzip(archive: ArrayBuffer): Map<string, string> {
  const view = new DataView(archive)
  const word = (at: number) => view.getUint32(at, true)
  const half = (at: number) => view.getUint16(at, true)
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
  const end = archive.byteLength - END_BYTES
  if (word(end) !== DIRECTORY_END) throw new Error('This is no zip archive.')
  const files = new Map<string, string>()
  let at = word(end + 16)
  while (word(at) === DIRECTORY_ENTRY) {
    const nameLength = half(at + 28)
    const local = word(at + 42)
    const content = new Uint8Array(
      archive,
      local + 30 + half(local + 26) + half(local + 28),
      word(at + 20),
    )
    files.set(
      text(new Uint8Array(archive, at + 46, nameLength)),
      text(half(at + 10) === 0 ? content : Bun.inflateSync(content)),
    )
    at += 46 + nameLength + half(at + 30) + half(at + 32)
  }
  return files
}
