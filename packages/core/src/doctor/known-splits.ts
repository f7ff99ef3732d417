export const knownClasses: readonly { readonly name: string; readonly fingerprint: string }[] = []
export const knownSplits: readonly { readonly name: string; readonly fingerprint: string }[] = []
