/** The former address of the client, kept for one version: import from '@unseen/client'. */
export * from '@unseen/client'
