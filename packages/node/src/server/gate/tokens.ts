/**
 * Who may do what. A token is 32 random bytes, shown once; the file keeps its SHA-256, which is enough
 * for a secret that nobody chose: it cannot be guessed, so that there is nothing for a slow hash to slow.
 */
import { UnseenError } from '@unseen/core'
import { readOrdinary } from '../../files/file-source.js'
import { changing, withLock } from '../../files/lock.js'
import { writeFileWhole } from '../../files/write-file.js'
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { chmod } from 'node:fs/promises'
import { z } from 'zod'

/** Each allows what those before it do. */
export const scopes = ['read', 'describe', 'admin'] as const
/** What a token allows. */
export type Scope = (typeof scopes)[number]

const PREFIX = 'unseen_'
const fileSchema = z.object({
  version: z.literal(1),
  tokens: z.array(
    z.object({
      name: z.string(),
      scope: z.enum(scopes),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
      created: z.string()
    })
  )
})

export type StoredToken = z.infer<typeof fileSchema>['tokens'][number]

export function allows(held: Scope, needed: Scope): boolean {
  return scopes.indexOf(held) >= scopes.indexOf(needed)
}

/** The tokens of a file; none where it does not exist. */
export async function readTokens(path: string): Promise<readonly StoredToken[]> {
  let text: string
  try {
    text = (await readOrdinary(path)).toString('utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    if (error instanceof UnseenError) throw error
    throw new UnseenError('path.missing', `${path} cannot be read.`, { where: { file: path }, cause: error })
  }
  try {
    return fileSchema.parse(JSON.parse(text)).tokens
  } catch (cause) {
    throw new UnseenError('file.value', `${path} is no file of tokens.`, {
      where: { file: path },
      remedy: 'Make one with `unseen serve token add`.',
      cause
    })
  }
}

/**
 * Adds a token to a file of tokens. Returns the token itself, which is kept nowhere.
 *
 * @param path the file of tokens; made where there is none
 * @param name whose it is
 * @param scope what it allows
 */
export async function addToken(path: string, name: string, scope: Scope): Promise<string> {
  if (!/^[\p{L}\p{N}][\p{L}\p{N} ._@-]{0,63}$/u.test(name))
    throw new UnseenError(
      'options.value',
      'The name of a token has letters, digits, blanks and . _ @ - in it, 64 at most.',
      { where: { option: 'name' } }
    )
  const token = PREFIX + randomBytes(32).toString('base64url')
  await changeTokens(path, tokens => {
    if (tokens.some(known => known.name === name))
      throw new UnseenError('options.value', `There is a token "${name}" already.`, {
        where: { option: 'name' },
        remedy: 'Remove it first, or choose another name.'
      })
    return [
      ...tokens,
      { name, scope, sha256: digestOf(token).toString('hex'), created: new Date().toISOString() }
    ]
  })
  return token
}

/**
 * Takes a token away; a running server notices when it reloads.
 *
 * @param path the file of tokens
 * @param name whose it was
 */
export async function removeToken(path: string, name: string): Promise<void> {
  await changeTokens(path, tokens => {
    if (!tokens.some(known => known.name === name))
      throw new UnseenError('options.value', `There is no token "${name}" in ${path}.`, {
        where: { option: 'name' }
      })
    return tokens.filter(known => known.name !== name)
  })
}

/** Every token is compared, each in the same time, whichever it is and whether it is one. */
export function findToken(tokens: readonly StoredToken[], given: string): StoredToken | undefined {
  const digest = digestOf(given)
  let found: StoredToken | undefined
  for (const token of tokens) if (timingSafeEqual(digest, Buffer.from(token.sha256, 'hex'))) found = token
  return found
}

async function changeTokens(
  path: string,
  change: (tokens: readonly StoredToken[]) => readonly StoredToken[]
): Promise<void> {
  await withLock(
    path,
    async () => {
      await writeFileWhole(
        path,
        `${JSON.stringify({ version: 1, tokens: change(await readTokens(path)) }, undefined, 2)}\n`
      )
      await chmod(path, 0o600)
    },
    changing
  )
}

function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
