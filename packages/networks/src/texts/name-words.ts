/** The words of a name as data sets write it: 'killer+whale', 'Black_footed-Albatross', 'polarBear'. */

/**
 * Parts at anything that is neither letter, digit nor apostrophe, and where a capital follows a small letter.
 * Numbers alone say nothing and are left out, unless there is nothing else.
 */
export function wordsOfName(name: string): string[] {
  const parts = name
    .normalize('NFC')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .split(/[^\p{L}\p{M}\p{N}'’]+/u)
    .filter(part => part !== '')
  const worded = parts.filter(part => /\p{L}/u.test(part))
  return worded.length > 0 ? worded : parts
}

/**
 * How a word may stand in a vocabulary, most faithful first: as it is, in small letters, without a possessive
 * s, in the singular.
 */
export function formsOfWord(word: string): string[] {
  const small = word.toLowerCase().replaceAll('’', "'")
  const bare = small.replace(/'s?$/, '')
  const singulars = [
    ...(bare.endsWith('ies') ? [`${bare.slice(0, -3)}y`] : []),
    ...(/(x|ss|ch|sh)es$/.test(bare) ? [bare.slice(0, -2)] : []),
    ...(/[^s]s$/.test(bare) ? [bare.slice(0, -1)] : [])
  ]
  return [...new Set([word, small, bare, ...singulars])].filter(form => form !== '')
}
