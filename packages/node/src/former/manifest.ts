/** The former address of the manifest's check, kept for one version: import from '@unseen/data/manifest'. */
export * from '@unseen/data/manifest'
