/**
 * Zip archives: every entry is judged by the directory, then the wanted files are unpacked a piece at a
 * time; never more than an entry claims, and its checksum must fit (packages/data/src/formats/zip/zip.ts).
 */
import { UnseenError } from '@unseen/core'
import { readZip } from '@unseen/data'
import type { ZipMember } from '@unseen/data/internal'
import { type UnpackOptions, archiveGuard } from './archive-guard.js'
import { openFile } from './file-source.js'
import { mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'

export interface UnzipOptions extends UnpackOptions {
  onProgress?(doneBytes: number, totalBytes: number): void
}

export async function unpackZip(
  archive: string,
  into: string,
  { files, strip, limits, signal, onProgress }: UnzipOptions
): Promise<void> {
  const source = await openFile(archive)
  try {
    const guard = archiveGuard(archive, limits)
    const members = new Map<string, ZipMember>()
    for (const member of await readZip(source, { fileName: archive })) {
      guard.admit({
        name: member.name,
        size: member.size,
        packedSize: member.packedSize,
        kind: member.link ? 'other' : 'file',
        kindName: 'symbolic link'
      })
      members.set(member.name, member)
    }
    const wanted = files.map(name => {
      const member = members.get(name)
      if (member === undefined)
        throw new UnseenError('network.broken', `${archive} has no file ${name}.`, {
          where: { file: archive, entry: name },
          remedy: 'It is not the archive that was expected: fetch it again.'
        })
      return member
    })
    const total = wanted.reduce((sum, { size }) => sum + size, 0)
    let done = 0
    for (const member of wanted) {
      const path = join(into, ...member.name.split('/').slice(strip))
      await mkdir(dirname(path), { recursive: true })
      const file = await open(path, 'wx')
      try {
        for await (const piece of member.pieces()) {
          signal?.throwIfAborted()
          await file.writeFile(piece)
          done += piece.length
          onProgress?.(done, total)
        }
        await file.sync()
      } finally {
        await file.close()
      }
    }
  } finally {
    await source.close()
  }
}
