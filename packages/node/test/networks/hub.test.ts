// A hub of our own on loopback: layouts, the shared cache, redirects, tokens, broken downloads, no network.
import { openEncoder } from '../../src/encoders/open-encoder.js'
import { openBackbone } from '../../src/extract/backbone.js'
import { findNetwork, networkEntry } from '../../src/networks/find-network.js'
import { hubAddress } from '../../src/networks/hub/address.js'
import { hubSettings } from '../../src/networks/hub/settings.js'
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type TinyEncoder, writeTinyEncoder } from '../encoders/tiny-encoders.js'
import { sendFile } from '../helpers/http-server.js'
import { type TinyNetwork, tinyOnnx } from '../onnx/tiny-onnx.js'
import { type Files, hub, sha, text } from './loopback-hub.js'

const place = mkdtempSync(join(tmpdir(), 'unseen-hub-'))
afterAll(() => rmSync(place, { recursive: true }))
let homes = 0
let home = ''
beforeEach(() => {
  home = join(place, `home-${homes++}`)
  for (const name of ['HF_ENDPOINT', 'HF_HUB_CACHE', 'HF_HUB_OFFLINE', 'HF_TOKEN', 'HF_TOKEN_PATH'])
    vi.stubEnv(name, '')
  vi.stubEnv('HF_HOME', home)
  vi.stubEnv('UNSEEN_CACHE', join(home, 'unseen'))
})
afterEach(() => vi.unstubAllEnvs())

/** Makes image_embeds of the colours of 2 x 2 pixels, times a factor. */
function imageTower(factor = 1, more: Partial<TinyNetwork> = {}): Uint8Array {
  return tinyOnnx({
    inputs: [{ name: 'pixel_values', type: 'float32', shape: ['images', 3, 2, 2] }],
    outputs: [{ name: 'image_embeds', type: 'float32', shape: ['images', 12] }],
    constants: [
      { name: 'shape', shape: [2], values: BigInt64Array.of(0n, 12n) },
      { name: 'factor', shape: [], values: Float32Array.of(factor) }
    ],
    nodes: [
      { operator: 'Reshape', inputs: ['pixel_values', 'shape'], outputs: ['flat'] },
      { operator: 'Mul', inputs: ['flat', 'factor'], outputs: ['image_embeds'] }
    ],
    ...more
  })
}
const preprocessor = text({
  image_processor_type: 'ViTImageProcessor',
  size: 2,
  do_rescale: false,
  do_normalize: false
})
const picture = { pixels: Uint8Array.from({ length: 12 }, (_, k) => k), width: 2, height: 2 }
async function features(name: string): Promise<{ row: number[]; record: Readonly<Record<string, unknown>> }> {
  await using backbone = await openBackbone(name)
  const found = await backbone.features([picture])
  return { row: found.kind === 'dense' ? Array.from(found.data) : [], record: backbone.record }
}
const channels = [0, 3, 6, 9, 1, 4, 7, 10, 2, 5, 8, 11]

let encoders = 0
/** The files of a text tower, with the network under `name`. */
function textTower(name: string, options: TinyEncoder = {}): Files {
  const folder = writeTinyEncoder(join(place, `encoder-${encoders++}`), options)
  const read = (file: string): Uint8Array => readFileSync(join(folder, file))
  return {
    [name]: read('onnx/model_quantized.onnx'),
    'tokenizer.json': read('tokenizer.json'),
    'tokenizer_config.json': read('tokenizer_config.json'),
    ...(options.pooling !== null && { '1_Pooling/config.json': read('1_Pooling/config.json') })
  }
}

describe('a network of a hub', () => {
  it('is fetched once into the folder that others share, and named by its commit', async () => {
    const own = await hub({ 'onnx/model.onnx': imageTower(), 'preprocessor_config.json': preprocessor })
    const first = await features('hub:ORG/NAME')
    expect(first.row).toEqual(channels)
    expect(first.record).toMatchObject({ model: `hub:ORG/NAME@${own.commit()}`, crop: 'none', scale: 1 })
    const folder = join(home, 'hub', 'models--ORG--NAME')
    expect(readFileSync(join(folder, 'refs/main'), 'utf8')).toBe(own.commit())
    const digest = sha('sha256', own.files['onnx/model.onnx'])
    expect(readlinkSync(join(folder, 'snapshots', own.commit(), 'onnx/model.onnx'))).toBe(
      `../../../blobs/${digest}`
    )
    expect(readdirSync(join(folder, 'blobs'))).toHaveLength(2)
    const before = own.asked.length
    await features('hub:ORG/NAME')
    expect(own.asked.slice(before)).toEqual(['GET /api/models/ORG/NAME/revision/main no token'])
    // Found again by its digest, which is the name of the blob.
    expect((await findNetwork(`sha256:${digest}`)).file).toBe(join(folder, 'blobs', digest))
  })

  it('is read from what another program fetched, and offline', async () => {
    const commit = 'a'.repeat(40)
    const folder = join(home, 'hub', 'models--ORG--NAME')
    mkdirSync(join(folder, 'refs'), { recursive: true })
    mkdirSync(join(folder, 'snapshots', commit, 'onnx'), { recursive: true })
    writeFileSync(join(folder, 'refs/main'), commit)
    writeFileSync(join(folder, 'snapshots', commit, 'onnx/model.onnx'), imageTower())
    writeFileSync(join(folder, 'snapshots', commit, 'preprocessor_config.json'), preprocessor)
    vi.stubEnv('HF_ENDPOINT', 'http://127.0.0.1:9')
    vi.stubEnv('HF_HUB_OFFLINE', '1')
    expect((await features('hub:ORG/NAME')).row).toEqual(channels)
    // A hub that cannot be reached is no reason to stop either.
    vi.stubEnv('HF_HUB_OFFLINE', '')
    expect((await features('hub:ORG/NAME')).row).toEqual(channels)
    vi.stubEnv('HF_HUB_OFFLINE', '1')
    await expect(features('hub:ORG/OTHER')).rejects.toMatchObject({
      code: 'network.unreachable',
      message: expect.stringContaining('HF_HUB_OFFLINE is set') as string
    })
    await expect(features('hub:ORG/NAME#quantized')).rejects.toMatchObject({ code: 'path.missing' })
  })

  it('whose content was taken away is fetched again, also where another link is in its place', async () => {
    const own = await hub({ 'onnx/model.onnx': imageTower(), 'preprocessor_config.json': preprocessor })
    await features('hub:ORG/NAME')
    const folder = join(home, 'hub', 'models--ORG--NAME')
    const link = join(folder, 'snapshots', own.commit(), 'onnx/model.onnx')
    rmSync(join(folder, 'blobs'), { recursive: true })
    rmSync(link)
    symlinkSync('../../../blobs/nowhere', link)
    expect((await features('hub:ORG/NAME')).row).toEqual(channels)
  })

  it('that moved is another one; the old commit stays what it was', async () => {
    const own = await hub({ 'onnx/model.onnx': imageTower(), 'preprocessor_config.json': preprocessor })
    const before = own.commit()
    await features('hub:ORG/NAME')
    own.files = { ...own.files, 'onnx/model.onnx': imageTower(2) }
    expect((await features('hub:ORG/NAME')).row).toEqual(channels.map(value => 2 * value))
    vi.stubEnv('HF_HUB_OFFLINE', '1')
    expect((await features(`hub:ORG/NAME@${before}`)).row).toEqual(channels)
    expect((await features('hub:ORG/NAME')).record).toMatchObject({ model: `hub:ORG/NAME@${own.commit()}` })
  })

  it('comes in the variant that is asked for', async () => {
    await hub({
      'onnx/model.onnx': imageTower(),
      'onnx/model_quantized.onnx': imageTower(3),
      'preprocessor_config.json': preprocessor
    })
    expect((await features('hub:ORG/NAME#quantized')).row).toEqual(channels.map(value => 3 * value))
    await expect(features('hub:ORG/NAME#q4')).rejects.toMatchObject({
      code: 'path.missing',
      message: expect.stringMatching(/onnx\/model_quantized\.onnx.*#quantized/s) as string
    })
  })

  it('goes on where a download broke off', async () => {
    const large = imageTower(1, { metadata: { filler: 'x'.repeat(200_000) } })
    const own = await hub({ 'onnx/model.onnx': large, 'preprocessor_config.json': preprocessor })
    let broken = 0
    const ranges: (string | undefined)[] = []
    let saved = 0
    own.before = (request, response) => {
      if (request.method !== 'GET' || !/^\/[0-9a-f]{64}$/.test(request.url ?? '')) return false
      ranges.push(request.headers.range)
      if (broken++ > 0) return false
      sendFile(request, response, large, { only: 60_000, saved: () => saved })
      return true
    }
    await networkEntry('hub:ORG/NAME').get({
      onProgress: ({ done }) => {
        saved = done
      }
    })
    expect(ranges).toEqual([undefined, 'bytes=60000-'])
  })

  it('with other bytes than promised is refused', async () => {
    const own = await hub({ 'onnx/model.onnx': imageTower(), 'preprocessor_config.json': preprocessor })
    const other = imageTower(7)
    own.before = (request, response) => {
      if (request.method !== 'GET' || !/^\/[0-9a-f]{64}$/.test(request.url ?? '')) return false
      sendFile(request, response, other)
      return true
    }
    await expect(features('hub:ORG/NAME')).rejects.toMatchObject({ code: 'network.broken' })
    expect(readdirSync(join(home, 'hub/models--ORG--NAME/blobs'))).toHaveLength(1)
  })

  it('a small file with other bytes too', async () => {
    const own = await hub({ 'onnx/model.onnx': imageTower(), 'preprocessor_config.json': preprocessor })
    const etag = sha('sha1', 'something else')
    own.before = (request, response) => {
      if (!request.url!.endsWith('preprocessor_config.json')) return false
      response.writeHead(200, { etag: `"${etag}"`, 'content-length': preprocessor.length })
      response.end(request.method === 'HEAD' ? undefined : preprocessor)
      return true
    }
    await expect(features('hub:ORG/NAME')).rejects.toMatchObject({
      code: 'network.broken',
      message: expect.stringContaining('git knows it') as string
    })
  })
})

describe('a hub that means harm', () => {
  it.each([
    ['an ETag that is a way out', { etag: '".."' }, 'network.broken'],
    ['a configuration of gigabytes', { etag: '"large"', 'content-length': 3e9 }, 'network.broken']
  ])('%s is refused', async (_, headers, code) => {
    const own = await hub({ 'onnx/model.onnx': imageTower(), 'preprocessor_config.json': preprocessor })
    own.before = (request, response) => {
      if (!request.url!.endsWith('preprocessor_config.json')) return false
      response.writeHead(200, headers)
      response.end(request.method === 'HEAD' ? undefined : preprocessor)
      return true
    }
    await expect(features('hub:ORG/NAME')).rejects.toMatchObject({ code })
  })

  it('a file that lies outside its folder is refused', async () => {
    await hub({
      'onnx/model.onnx': imageTower(),
      'onnx/model.onnx_data/../../../../evil': Buffer.from('evil'),
      'preprocessor_config.json': preprocessor
    })
    await expect(features('hub:ORG/NAME')).rejects.toMatchObject({ code: 'archive.unsafe' })
  })
})

describe('who asks', () => {
  it('the token goes to the hub alone, and a refusal says what to do', async () => {
    const own = await hub({ 'onnx/model.onnx': imageTower(), 'preprocessor_config.json': preprocessor })
    own.before = (request, response) => {
      if (request.headers.authorization === 'Bearer secret' || /^\/[0-9a-f]{64}$/.test(request.url ?? ''))
        return false
      response.writeHead(401).end()
      return true
    }
    await expect(features('hub:ORG/NAME')).rejects.toMatchObject({
      code: 'network.unreachable',
      message: expect.stringMatching(/401.*HF_TOKEN/s) as string
    })
    mkdirSync(home, { recursive: true })
    writeFileSync(join(home, 'token'), 'secret\n')
    own.asked.length = 0
    expect((await features('hub:ORG/NAME')).row).toEqual(channels)
    expect(own.asked.filter(line => line.startsWith('CDN'))).toEqual(['CDN GET no token'])
    expect(
      own.asked.filter(line => !line.startsWith('CDN')).every(line => line.endsWith('Bearer secret'))
    ).toBe(true)
  })

  it('a repository, a revision or a file that is not there is named', async () => {
    await hub({ 'README.md': text('') })
    await expect(features('hub:ORG/ABSENT')).rejects.toMatchObject({
      message: expect.stringContaining('404') as string
    })
    await expect(features('hub:ORG/NAME@v9')).rejects.toMatchObject({
      message: expect.stringContaining('404') as string
    })
    await expect(features('hub:ORG/NAME')).rejects.toMatchObject({
      code: 'path.missing',
      message: expect.stringContaining('no ONNX network at all') as string
    })
  })
})

describe('layouts', () => {
  it('two towers in two files share a space', async () => {
    const own = await hub({
      'onnx/vision_model.onnx': imageTower(),
      'preprocessor_config.json': preprocessor,
      ...textTower('onnx/text_model.onnx', { pooling: null, own: 'text_embeds' })
    })
    const space = `hub:ORG/NAME@${own.commit()}`
    expect((await features('hub:ORG/NAME')).record).toMatchObject({ space, tensor: 'image_embeds' })
    const encoder = await openEncoder('hub:ORG/NAME')
    expect(encoder.record).toMatchObject({ model: space, pooling: 'own', towers: { space } })
    expect((await encoder.encode(['a horse'])).vectors.data).toHaveLength(5)
    await encoder.close()
    const { file, bytes, licence } = await networkEntry('hub:ORG/NAME').get()
    expect(file).toContain('vision_model.onnx')
    expect(bytes).toBe(own.files['onnx/vision_model.onnx'].length + own.files['onnx/text_model.onnx'].length)
    expect(licence).toBe('mit')
  })

  it('both in one file do, too', async () => {
    const both = imageTower(1, {
      inputs: [
        { name: 'input_ids', type: 'int64', shape: ['texts', 'tokens'] },
        { name: 'pixel_values', type: 'float32', shape: ['images', 3, 2, 2] }
      ],
      outputs: ['text_embeds', 'image_embeds'].map(name => ({ name, type: 'float32', shape: ['rows', 12] })),
      constants: [
        { name: 'shape', shape: [2], values: BigInt64Array.of(0n, 12n) },
        { name: 'table', shape: [13, 12], values: Float32Array.from({ length: 156 }, (_, k) => (k % 7) + 1) },
        { name: 'end', shape: [], values: BigInt64Array.of(-1n) }
      ],
      nodes: [
        { operator: 'Reshape', inputs: ['pixel_values', 'shape'], outputs: ['image_embeds'] },
        { operator: 'Gather', inputs: ['table', 'input_ids'], outputs: ['states'] },
        { operator: 'Gather', inputs: ['states', 'end'], outputs: ['text_embeds'], numbers: { axis: 1 } }
      ]
    })
    const own = await hub({
      ...textTower('unused', { pooling: null }),
      'onnx/model.onnx': both,
      'preprocessor_config.json': preprocessor
    })
    const space = `hub:ORG/NAME@${own.commit()}`
    expect((await features('hub:ORG/NAME')).record).toMatchObject({ space, length: 12 })
    const encoder = await openEncoder('hub:ORG/NAME')
    expect(encoder).toMatchObject({ length: 12, record: { towers: { space } } })
    await encoder.close()
  })

  it('an encoder of sentences with its 1_Pooling has no space of images', async () => {
    await hub(textTower('onnx/model.onnx', { pooling: { pooling_mode_cls_token: true } }))
    const encoder = await openEncoder('hub:ORG/NAME')
    expect(encoder.record).toMatchObject({ pooling: 'cls' })
    expect(encoder.record).not.toHaveProperty('towers')
    await encoder.close()
  })
})

describe('names and settings', () => {
  it('are read as the hub writes them', () => {
    expect(hubAddress('hub:a/b-c.d@refs/pr/1#q4f16')).toEqual({
      repository: 'a/b-c.d',
      revision: 'refs/pr/1',
      variant: 'q4f16'
    })
    for (const name of ['hub:a', 'hub:../b', 'hub:a/b@../x', 'hub:a/b#', 'hub:a--x/b'])
      expect(() => hubAddress(name), name).toThrow(/names no network/)
  })

  it('come from the environment of huggingface_hub', async () => {
    expect(await hubSettings({ XDG_CACHE_HOME: '/x' })).toMatchObject({
      endpoint: 'https://huggingface.co',
      cache: join('/x', 'huggingface', 'hub'),
      offline: false
    })
    expect(
      await hubSettings({
        HF_HOME: '/h',
        HF_HUB_CACHE: '/c',
        HF_HUB_OFFLINE: 'ON',
        HF_TOKEN: ' t ',
        HF_ENDPOINT: 'https://hub.example/'
      })
    ).toEqual({ endpoint: 'https://hub.example', cache: '/c', offline: true, token: 't' })
  })
})
