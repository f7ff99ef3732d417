// The library: what is stored, resumed, added and refused; searches against brute force; conditions that may
// do nothing else.
import type { Matrix, Model } from '@unseen/core'
import { libraryQuery, rankRows } from '@unseen/core/internal'
import { writeNpy } from '@unseen/data'
import { writeModel } from '../../src/files/model-file.js'
import { writeParquet } from '../../src/formats/parquet-write.js'
import { writeContactSheet } from '../../src/library/contact-sheet.js'
import { type IndexOptions, indexLibrary } from '../../src/library/index-library.js'
import { KeySet, keyOf } from '../../src/library/key-set.js'
import { openLibrary, verifyLibrary } from '../../src/library/open-library.js'
import {
  type LibrarySearchOptions,
  type SearchResult,
  searchLibrary
} from '../../src/library/search-library.js'
import { run } from '../../src/run.js'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  truncateSync,
  writeFileSync
} from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { classes, columns, smallModel, smallRows, temporaryFolder } from '../helpers/small-model.js'
import { testTerminal } from '../helpers/terminal.js'

const folder = temporaryFolder()
const at = (...parts: string[]): string => join(folder, ...parts)
const { features, labels } = smallRows(300, classes, 5)
const data = (features as Extract<Matrix, { kind: 'dense' }>).data as Float32Array
const rowsFile = at('rows.npy')
const metaFile = at('rows.csv')
/** Small blocks, so that a few hundred rows make many of them. */
const small: IndexOptions = { blockRows: 64 }
let model: Model

const npy = (first: number, end: number): Uint8Array =>
  writeNpy({
    name: 'features',
    shape: [end - first, columns],
    data: data.slice(first * columns, end * columns)
  })
const day = (row: number): string => `2026-0${1 + (row % 9)}-15 12:00:00`

beforeAll(async () => {
  model = await smallModel({ weights: 'class', compare: 'cosine' })
  writeFileSync(rowsFile, npy(0, 300))
  writeFileSync(
    metaFile,
    [
      'file,taken_at,label,score',
      ...labels.map((label, row) => `img/${row}.jpg,${day(row)},${label},${row / 4}`)
    ].join('\n')
  )
})

async function search(
  library: string,
  name: string,
  options: LibrarySearchOptions = {}
): Promise<SearchResult> {
  await using open = await openLibrary(library, { threads: 1 })
  return await searchLibrary(open, name, options)
}

/** Every file but the cache, with its bytes. */
function contents(library: string): Map<string, string> {
  return new Map(
    readdirSync(library, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile() && !entry.parentPath.includes('rivals'))
      .map(entry => [
        join(entry.parentPath, entry.name).slice(library.length),
        readFileSync(join(entry.parentPath, entry.name), 'base64')
      ])
  )
}

describe('a library', () => {
  const library = at('library')
  beforeAll(async () => {
    expect(
      await indexLibrary(model, rowsFile, library, { ...small, meta: metaFile, ids: 'file' })
    ).toMatchObject({ rows: 300, added: 300, before: 0, duplicates: 0, source: 'rows.npy' })
  })

  it('ranks as brute force does, by margin and by cosine, whatever the blocks', async () => {
    const proportions = model.proportions(features)
    for (const background of [undefined, [], ['horse', 'duck'], 'all'] as const) {
      for (const name of ['zebra', 'duck', 'horse']) {
        const { hits, by } = await search(library, name, {
          top: 70,
          ...(background !== undefined && { background })
        })
        const expected = rankRows(proportions, libraryQuery(model, name, background ?? model.unseen), 70)
        expect(hits.map(({ row }) => row)).toEqual(expected.map(({ row }) => row))
        // The library's mean is added up block by block, so that a cosine may differ in its last bits.
        hits.forEach(({ score }, rank) =>
          by === 'margin'
            ? expect(score).toBe(expected[rank].score)
            : expect(score).toBeCloseTo(expected[rank].score, 12)
        )
        expect(by).toBe(background?.length === 0 ? 'cosine' : 'margin')
        for (const { row, id, sourceRow, metadata } of hits) {
          expect([id, sourceRow]).toEqual([`img/${row}.jpg`, row])
          expect(metadata).toEqual({
            taken_at: `${day(row).replace(' ', 'T')}.000Z`,
            label: labels[row],
            score: row / 4
          })
        }
      }
    }
  })

  it('finds its rows: zebras first', async () => {
    const { hits, background } = await search(library, 'zebra', { top: 20, background: 'all' })
    expect(background).toHaveLength(7)
    expect(hits.filter(({ metadata }) => metadata['label'] === 'zebra').length).toBeGreaterThanOrEqual(18)
    for (const { rival, score } of hits) if (score > 0) expect(rival).not.toBe('zebra')
  })

  it('keeps the background, notices when it changes, and makes a broken cache again', async () => {
    rmSync(join(library, 'rivals'), { recursive: true, force: true })
    const first = await search(library, 'zebra')
    expect(first.prepared).toBe(true)
    // One cache serves the other classes of the background, and a class that is described on the spot.
    for (const [name, other] of [
      ['duck', model],
      ['mule', model.describe('mule', [1, 0.1, 0, 0, 0])]
    ] as const)
      expect((await search(library, name, { model: other })).prepared).toBe(false)
    const [cache] = readdirSync(join(library, 'rivals'))
    truncateSync(join(library, 'rivals', cache, '000002.npy'), 100)
    expect(await search(library, 'zebra')).toEqual(first)
    expect((await search(library, 'zebra', { background: ['horse'] })).prepared).toBe(true)
    for (const rival of ['tiger', 'cow', 'gull', 'shark'])
      await search(library, 'zebra', { background: [rival] })
    expect(readdirSync(join(library, 'rivals'))).toHaveLength(4)
    const changed = model.describe('duck', [0, 0, 1, 1, 0])
    await using open = await openLibrary(library, { threads: 1, model: changed })
    expect((await searchLibrary(open, 'zebra')).prepared).toBe(true)
  })

  it('gives nothing new to the same rows again', async () => {
    const before = contents(library)
    expect(
      await indexLibrary(model, rowsFile, library, { ...small, meta: metaFile, ids: 'file' })
    ).toMatchObject({ rows: 300, added: 0, before: 300 })
    expect(contents(library)).toEqual(before)
  })

  it('learns the classes that were described since', async () => {
    const copy = at('described')
    cpSync(library, copy, { recursive: true })
    await indexLibrary(model.describe('mule', [1, 0.1, 0, 0, 0]), rowsFile, copy, {
      meta: metaFile,
      ids: 'file'
    })
    expect((await search(copy, 'mule')).background).toEqual(['zebra', 'duck'])
  })

  it('refuses a model that was trained again, and says what to do', async () => {
    const other = await smallModel({ weights: 'class', compare: 'cosine', ridge: 9 })
    await expect(indexLibrary(other, rowsFile, library)).rejects.toMatchObject({
      code: 'library.model',
      message: expect.stringContaining('another folder') as string
    })
    await expect(openLibrary(library, { model: other })).rejects.toMatchObject({
      code: 'library.model',
      message: expect.stringContaining('index the rows anew') as string
    })
    await using open = await openLibrary(library)
    await expect(searchLibrary(open, 'zebra', { model: other })).rejects.toMatchObject({
      code: 'library.model'
    })
  })

  it('notices what is missing, cut or changed', async () => {
    const copy = at('damaged')
    const again = (): void => {
      rmSync(copy, { recursive: true, force: true })
      cpSync(library, copy, { recursive: true })
    }
    again()
    rmSync(join(copy, 'blocks', '000001.proportions.npy'))
    await expect(openLibrary(copy)).rejects.toMatchObject({ code: 'library.broken' })
    again()
    appendFileSync(join(copy, 'blocks', '000003.rows.parquet'), 'x')
    await expect(openLibrary(copy)).rejects.toMatchObject({ code: 'library.broken' })
    again()
    const file = join(copy, 'blocks', '000000.proportions.npy')
    const bytes = readFileSync(file)
    bytes[bytes.length - 3] ^= 1
    writeFileSync(file, bytes)
    await expect(openLibrary(copy).then(open => verifyLibrary(open))).rejects.toMatchObject({
      code: 'library.broken',
      message: expect.stringContaining('checksum') as string
    })
    expect(await verifyLibrary(await openLibrary(library))).toBe(20)
    writeFileSync(join(copy, 'library.json'), '{"version": 9}')
    await expect(openLibrary(copy)).rejects.toMatchObject({ code: 'library.broken' })
    await expect(openLibrary(at('nowhere'))).rejects.toMatchObject({ code: 'path.missing' })
  })
})

describe('an interrupted library', () => {
  it('goes on after its last whole block and ends with the same bytes', async () => {
    const [whole, stopped] = [at('whole'), at('stopped')]
    await indexLibrary(model, rowsFile, whole, small)
    for (const cut of [0, 1, 3, 5]) {
      rmSync(stopped, { recursive: true, force: true })
      cpSync(whole, stopped, { recursive: true })
      // As after a kill: `cut` lines stand, the last one torn; files of a later block are there or half
      // there.
      const lines = readFileSync(join(whole, 'journal.jsonl'), 'utf8').split('\n')
      writeFileSync(
        join(stopped, 'journal.jsonl'),
        `${lines.slice(0, cut).join('\n')}${cut > 0 ? '\n' : ''}${lines[cut].slice(0, 30)}`
      )
      rmSync(join(stopped, 'blocks', '000004.rows.parquet'), { force: true })
      for (const torn of [
        'blocks/000004.rows.parquet.part',
        'blocks/000004.keys.npy.0123abcd.part',
        'model.unseen.0123abcd.part'
      ])
        writeFileSync(join(stopped, torn), 'torn')
      const result = await indexLibrary(model, rowsFile, stopped, small)
      expect([result.rows, result.added + result.before]).toEqual([300, 300])
      expect(result.before).toBe(64 * Math.max(0, cut - 1))
      expect(contents(stopped)).toEqual(contents(whole))
    }
  })

  it('begins where a run was killed before there was anything', async () => {
    const begun = at('begun')
    mkdirSync(begun)
    writeFileSync(join(begun, 'library.json.0123abcd.part'), '{')
    await indexLibrary(model, rowsFile, begun, small)
    expect(contents(begun)).toEqual(contents(at('whole')))
    for (const lost of ['model.unseen', 'journal.jsonl', 'blocks'])
      rmSync(join(begun, lost), { recursive: true })
    await indexLibrary(model, rowsFile, begun, small)
    expect(contents(begun)).toEqual(contents(at('whole')))
  })

  it('stops on request and goes on', async () => {
    const stop = new AbortController()
    stop.abort()
    await expect(
      indexLibrary(model, rowsFile, at('asked'), { ...small, signal: stop.signal })
    ).rejects.toMatchObject({ code: 'cancelled' })
    const open = await openLibrary(at('asked'))
    expect([open.rows, open.unfinished]).toEqual([0, ['rows.npy']])
    expect((await searchLibrary(open, 'zebra')).hits).toEqual([])
    await indexLibrary(model, rowsFile, at('asked'), small)
    expect(contents(at('asked'))).toEqual(contents(at('whole')))
  })
})

describe('adding', () => {
  it('takes only rows whose id is new, and ranks all together', async () => {
    const library = at('grown')
    const meta = (first: number, end: number): string =>
      ['id,label', ...labels.slice(first, end).map((label, i) => `${first + i},${label}`)].join('\n')
    for (const [first, end, added, duplicates] of [
      [0, 120, 120, 0],
      [0, 200, 80, 120],
      [100, 300, 100, 100]
    ]) {
      writeFileSync(at('part.npy'), npy(first, end))
      writeFileSync(at('part.csv'), meta(first, end))
      expect(
        await indexLibrary(model, at('part.npy'), library, { ...small, meta: at('part.csv') })
      ).toMatchObject({ added, duplicates })
    }
    const { hits, rows } = await search(library, 'zebra', { top: 40 })
    expect(rows).toBe(300)
    expect(hits.map(({ id, score }) => ({ row: Number(id), score }))).toEqual(
      rankRows(model.proportions(features), libraryQuery(model, 'zebra'), 40)
    )
  })

  it('joins metadata by id where rows have names, and leaves empty what is not there', async () => {
    writeFileSync(
      at('named.parquet'),
      writeParquet([
        { name: 'name', shape: [4], data: ['a', 'b', 'c', "d'; drop table meta"] },
        { name: 'features', shape: [4, columns], data: data.slice(0, 4 * columns) }
      ])
    )
    writeFileSync(at('names.csv'), 'weight,photo\n3,c\n1,a\n9,"d\'; drop table meta"\n')
    await indexLibrary(model, at('named.parquet'), at('by-name'), { meta: at('names.csv'), ids: 'photo' })
    const { hits } = await search(at('by-name'), 'zebra')
    expect(Object.fromEntries(hits.map(({ id, metadata }) => [id, metadata['weight']]))).toEqual({
      a: 1,
      b: null,
      c: 3,
      "d'; drop table meta": 9
    })
  })

  it('says how many ids were found; none is an error that leaves nothing behind, few a warning', async () => {
    const index = async (out: string, table: string): Promise<{ code: number; said: string }> => {
      writeFileSync(at('some.csv'), table)
      const terminal = testTerminal()
      const args = ['index', at('ids.unseen'), at('named.parquet'), '-o', at(out), '--meta', at('some.csv')]
      const code = await run([...args, '--ids', 'photo', '--strict'], terminal)
      return { code, said: terminal.noted.join('\n') }
    }
    await writeModel(at('ids.unseen'), model)
    const none = await index('none-match', 'photo,weight\nA.jpg,1\nB.jpg,2\n')
    expect(none.code).toBe(2)
    expect(none.said).toContain('None of 4 rows is in')
    expect(none.said).toContain('"A.jpg"')
    expect(existsSync(at('none-match'))).toBe(false)
    const few = await index('few-match', 'photo,weight\na,1\nB.jpg,2\n')
    expect(few.code).toBe(1)
    expect(few.said).toContain('Warning: metadata were found for 1 of 4 rows')
    const most = await index('most-match', 'photo,weight\na,1\nb,2\nc,3\n')
    expect(most.code).toBe(0)
    expect(most.said).toContain('found for 3 of 4 rows')
  })

  it('that is refused before its first row leaves nothing behind', async () => {
    await expect(
      indexLibrary(model, at('named.parquet'), at('no-meta'), { meta: at('nothing.csv') })
    ).rejects.toMatchObject({ code: 'path.missing' })
    expect(existsSync(at('no-meta'))).toBe(false)
    mkdirSync(at('no-rows'))
    await expect(indexLibrary(model, at('nothing.npy'), at('no-rows'))).rejects.toThrow()
    expect(readdirSync(at('no-rows'))).toEqual([])
  })

  it('refuses rows it cannot tell apart, and metadata that do not fit', async () => {
    const library = at('refusing')
    writeFileSync(at('same.npy'), npy(0, 20))
    await indexLibrary(model, at('same.npy'), library)
    writeFileSync(at('same.npy'), npy(20, 60))
    await expect(indexLibrary(model, at('same.npy'), library)).rejects.toMatchObject({
      code: 'library.source',
      message: expect.stringContaining('--source') as string
    })
    expect(await indexLibrary(model, at('same.npy'), library, { source: 'more' })).toMatchObject({
      added: 40,
      rows: 60
    })
    const refuses = async (text: string, message: string, ids?: string): Promise<void> => {
      writeFileSync(at('wrong.csv'), text)
      await expect(
        indexLibrary(model, at('same.npy'), at('wrong'), {
          meta: at('wrong.csv'),
          source: message,
          ...(ids !== undefined && { ids })
        })
      ).rejects.toThrow(message)
    }
    await refuses('weight\n1\n2\n', 'has 2 rows')
    await refuses('file\na\na\n', 'more than once', 'file')
    await refuses('file\na\nb\n', 'has no line in the metadata', 'file')
    await refuses('file\na\n', 'has no column "name"', 'name')
    await refuses('unseen_row\n1\n', "are the library's own")
    await expect(indexLibrary(model, at('same.npy'), at('wrong'), { ids: 'file' })).rejects.toThrow('--meta')
    await expect(indexLibrary(model, at('same.npy'), folder)).rejects.toMatchObject({ code: 'path.exists' })
  })
})

describe('a condition', () => {
  const library = at('library')
  const hits = async (where: string): Promise<number[]> =>
    (await search(library, 'zebra', { where, top: 300 })).hits.map(({ row }) => row).sort((a, b) => a - b)
  const rows = (wanted: (row: number) => boolean): number[] =>
    labels.flatMap((_, row) => (wanted(row) ? [row] : []))

  it('chooses rows by id and metadata, in their types', async () => {
    expect(await hits("taken_at > '2026-06-01' and label = 'zebra'")).toEqual(
      rows(row => day(row) > '2026-06-01' && labels[row] === 'zebra')
    )
    expect(await hits("id = 'img/7.jpg' or score between 10 and 11 -- a comment")).toEqual(
      rows(row => row === 7 || (row >= 40 && row <= 44))
    )
    expect(await hits('false')).toEqual([])
    expect((await search(library, 'zebra', { where: "label = 'zebra'", top: 3 })).wanted).toBe(
      labels.filter(label => label === 'zebra').length
    )
  })

  it.each([
    ["label in (select column0 from read_csv('/etc/passwd'))", 'file system operations are disabled'],
    ["id in (select content from read_text('/etc/hostname'))", 'file system operations are disabled'],
    ["true); COPY (SELECT 1) TO '/tmp/unseen-was-here.csv'; SELECT (1", 'one expression'],
    ['true); SET enable_external_access = true; SELECT (1', 'one expression'],
    ["true); ATTACH '/tmp/unseen-was-here.db'; SELECT (1", 'one expression'],
    ['true) UNION ALL SELECT 5e9 WHERE (true', 'true or false for each row'],
    ['nobody = 3', 'nobody'],
    ['taken_at >', 'syntax error'],
    ['', 'syntax error']
  ])('cannot do anything else: %s', async (where, message) => {
    await expect(search(library, 'zebra', { where })).rejects.toMatchObject({
      code: 'library.query',
      message: expect.stringContaining(message) as string
    })
    expect(existsSync('/tmp/unseen-was-here.csv') || existsSync('/tmp/unseen-was-here.db')).toBe(false)
  })

  it.each([
    "taken_at > '2026-06-01' and label = 'zebra'",
    "id = 'img/7.jpg' or score between 10 and 11",
    "not (label = 'zebra' or id like 'img/1%')",
    "id like '%/_.jpg' and score >= -1e3",
    "id ilike 'IMG/1%.JPG' and taken_at <> '2026-02-03'",
    "label in ('zebra', 'it''s') and \"score\" is not null",
    'false or score <> score'
  ])('of strangers says what SQL says: %s', async where => {
    const plain = await search(library, 'zebra', { where, language: 'plain', top: 300 })
    expect(plain.hits.map(({ row }) => row).sort((a, b) => a - b)).toEqual(await hits(where))
  })

  it.each([
    ["length(repeat(id||'x', 3000000)) > 1", { position: 1 }],
    ['unseen_row < (select count(*) from range(100000000))', { position: 14 }],
    ["taken_at > 'soon'", { position: 12 }]
  ])('of strangers cannot take memory or time: %s', async (where, place) => {
    await expect(search(library, 'zebra', { where, language: 'plain' })).rejects.toMatchObject({
      code: 'library.query',
      where: { option: 'where', ...place }
    })
  })

  it('that takes too long is given up', async () => {
    const where =
      'unseen_row < (select count(*) from range(100000000) a, range(1000) b where (a.range * b.range) % 7 = 3)'
    await expect(search(library, 'zebra', { where, whereSeconds: 0.2 })).rejects.toMatchObject({
      code: 'library.query',
      message: expect.stringContaining('took more than') as string
    })
  })
})

describe('hostile names', () => {
  const evil = '<img src=x onerror=alert(1)>\u001b[2J"\',=1+1'
  const library = at('hostile')
  beforeAll(async () => {
    writeFileSync(
      at('evil.parquet'),
      writeParquet([
        { name: 'name', shape: [1], data: [evil] },
        { name: 'features', shape: [1, columns], data: data.slice(0, columns) }
      ])
    )
    writeFileSync(at('evil.csv'), `name,note\n"${evil.replaceAll('"', '""')}","</script>\u001b[31m"\n`)
    await indexLibrary(model, at('evil.parquet'), library, { meta: at('evil.csv'), ids: 'name' })
  })

  it('are harmless on a terminal, whole in JSON, quoted in CSV', async () => {
    const printed = async (...more: string[]): Promise<string> => {
      const terminal = testTerminal()
      expect(await run(['search', library, 'zebra', ...more], terminal), terminal.noted.join('\n')).toBe(0)
      return terminal.printed.join('\n')
    }
    expect(await printed()).not.toContain('\u001b')
    expect(JSON.parse(await printed('--json'))).toMatchObject({
      hits: [{ id: evil, metadata: { note: '</script>\u001b[31m' } }]
    })
    expect(await printed('--csv')).toContain(`"${evil.replaceAll('"', '""')}"`)
    expect(await printed('--safe-csv')).not.toContain('\u001b')
  })

  it('are escaped in a contact sheet, and lead to no file outside the folder', async () => {
    mkdirSync(at('pictures'))
    const { default: sharp } = await import('sharp')
    const picture = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#f00' } })
      .png()
      .toBuffer()
    writeFileSync(at('pictures', 'a.png'), picture)
    writeFileSync(at('secret.png'), picture)
    const hit = { rank: 1, row: 0, score: 1, source: 's', sourceRow: 0, metadata: { note: evil } }
    const result: SearchResult = {
      class: evil,
      by: 'margin',
      background: [],
      rows: 2,
      wanted: 2,
      prepared: false,
      hits: [
        { ...hit, id: 'a.png' },
        { ...hit, id: '../secret.png' },
        { ...hit, id: evil }
      ]
    }
    const sources = [
      { type: 'source', name: 's', identity: '', path: folder, images: at('pictures'), columns: [] }
    ] as const
    await writeContactSheet(at('sheet.html'), { sources }, result)
    const page = readFileSync(at('sheet.html'), 'utf8')
    expect(page.match(/<img /g)).toHaveLength(1)
    expect(page).not.toMatch(/onerror=alert\(1\)>|\u001b/)
    expect(page).toContain('&#60;img src=x')
    await writeContactSheet(at('sheet.png'), { sources }, result)
    expect((await sharp(at('sheet.png')).metadata()).width).toBe(3 * 132 + 4)
    await expect(writeContactSheet(at('sheet.gif'), { sources }, result)).rejects.toMatchObject({
      code: 'options.value'
    })
    await expect(writeContactSheet(at('none.html'), { sources: [] }, result)).rejects.toMatchObject({
      code: 'library.source'
    })
  })
})

describe('the commands', () => {
  it('index, search and tell, and describe a class on the spot', async () => {
    await writeModel(at('zoo.unseen'), model)
    const said = async (...args: string[]): Promise<{ code: number; out: string; notes: string }> => {
      const terminal = testTerminal()
      const code = await run(args, terminal)
      return { code, out: terminal.printed.join('\n'), notes: terminal.noted.join('\n') }
    }
    expect(
      await said('index', at('zoo.unseen'), rowsFile, '--meta', metaFile, '--ids', 'file', '-o', at('told'))
    ).toMatchObject({
      code: 0,
      out: expect.stringMatching(/rows.npy: 300 rows added.\n.*taken_at \(timestamp\)/) as string
    })
    expect(
      (await said('index', at('zoo.unseen'), rowsFile, '--meta', metaFile, '--ids', 'file', '-o', at('told')))
        .out
    ).toContain('everything was there already')
    expect(await said('search', at('told'), 'zebra', '--top', '2')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/id +margin +rival +taken_at/) as string,
      notes: expect.stringContaining('margin over duck') as string
    })
    expect((await said('search', at('told'), 'zebra', '--background', 'none')).notes).toContain('cosine')
    expect(await said('search', at('told'), 'okapi')).toMatchObject({
      code: 2,
      notes: expect.stringContaining('--like') as string
    })
    const okapi = JSON.parse(
      (
        await said(
          'search',
          at('told'),
          'okapi',
          '--like',
          'horse',
          '--attribute',
          'stripes=0.5',
          '--json',
          '--top',
          '1'
        )
      ).out
    ) as SearchResult
    expect(okapi).toMatchObject({ class: 'okapi', background: ['zebra', 'duck'], hits: [{ rank: 1 }] })
    expect(JSON.parse((await said('library', at('told'), '--verify', '--json')).out)).toMatchObject({
      rows: 300,
      blocks: 1,
      verified: 4,
      sources: [{ name: 'rows.npy', rows: 300, finished: true }]
    })
    expect((await said('library', at('told'))).out).toContain('id (varchar), taken_at (timestamp)')
  })
})

describe('keys', () => {
  it('are told apart however many there are', () => {
    const keys = new KeySet()
    for (let id = 0; id < 5000; id++) expect(keys.add(...keyOf(String(id)))).toBe(true)
    for (let id = 0; id < 5000; id += 7) expect(keys.add(...keyOf(String(id)))).toBe(false)
    expect(keys.size).toBe(5000)
  })
})
