/** Where the hub is, where its files are kept and who asks, by the environment variables of huggingface_hub. */
import { readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'

export interface HubSettings {
  readonly endpoint: string
  /** the folder of models--ORG--NAME */
  readonly cache: string
  /** nothing is asked of the hub */
  readonly offline: boolean
  readonly token: string | undefined
}

type Environment = Readonly<Record<string, string | undefined>>

export async function hubSettings(env: Environment = process.env): Promise<HubSettings> {
  const home =
    said(env, 'HF_HOME') ?? join(said(env, 'XDG_CACHE_HOME') ?? join(homedir(), '.cache'), 'huggingface')
  return {
    endpoint: (said(env, 'HF_ENDPOINT') ?? 'https://huggingface.co').replace(/\/+$/, ''),
    cache: said(env, 'HF_HUB_CACHE') ?? said(env, 'HUGGINGFACE_HUB_CACHE') ?? join(home, 'hub'),
    offline: /^(1|on|yes|true)$/i.test(said(env, 'HF_HUB_OFFLINE') ?? ''),
    token: said(env, 'HF_TOKEN') ?? (await tokenIn(said(env, 'HF_TOKEN_PATH') ?? join(home, 'token')))
  }
}

function said(env: Environment, name: string): string | undefined {
  const value = env[name]?.trim()
  return value === '' ? undefined : value
}

async function tokenIn(path: string): Promise<string | undefined> {
  const text = await readFile(path, 'utf8').catch(() => '')
  return text.trim() === '' ? undefined : text.trim()
}
