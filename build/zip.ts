import { crc32, deflateRawSync } from 'node:zlib'

/** 1 January 1980, midnight, as MS-DOS writes it: the same files make the same bytes at any time. */
const date = 0x0021
/** Names are UTF-8. */
const flags = 0x0800
/** Plain files, which all may read. */
const attributes = (0o100644 << 16) >>> 0

/** A zip of some files, for archives below 4 GB. */
export function zip(files: readonly (readonly [path: string, content: Buffer])[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const [path, content] of files) {
    const name = Buffer.from(path)
    const packed = deflateRawSync(content, { level: 9 })
    const about = common(content, packed, name)
    const head = Buffer.concat([Buffer.from('PK\x03\x04'), about, name])
    const entry = Buffer.alloc(14)
    entry.writeUInt32LE(attributes, 6)
    entry.writeUInt32LE(at, 10)
    // Version 2.0, made on Unix.
    directory.push(Buffer.from('PK\x01\x02\x14\x03'), about, entry, name)
    parts.push(head, packed)
    at += head.length + packed.length
  }
  const entries = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06')
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(entries.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...parts, entries, end])
}

/** What both the head of a file and its entry in the directory have. */
function common(content: Buffer, packed: Buffer, name: Buffer): Buffer {
  const about = Buffer.alloc(26)
  about.writeUInt16LE(20, 0)
  about.writeUInt16LE(flags, 2)
  about.writeUInt16LE(8, 4)
  about.writeUInt16LE(date, 8)
  about.writeUInt32LE(crc32(content), 10)
  about.writeUInt32LE(packed.length, 14)
  about.writeUInt32LE(content.length, 18)
  about.writeUInt16LE(name.length, 22)
  return about
}
