/**
 * A class in a sentence: "a zebra", "an automobile", "skis". Names are anything users call their classes, so
 * that only what looks like a common noun of English gets an article. Tests: ../../test/recognition/words.test.ts
 */

/** Written with a vowel, spoken with a consonant: a unicorn, a eucalyptus, a one-eyed fish. */
const spokenConsonant = /^(?:u(?:ni(?!n|m)|[kr][aeiou]|s[aeu]|t[aeio])|eu|ewe|one\b|ouija)/
/** The other way round: an hour, an heirloom. */
const spokenVowel = /^(?:hour|heir|honest|honou?r)/
/** Ends in s and is one thing for all that: a walrus, an iris, a canvas, a rhinoceros, a lens, a species. */
const singularInS = /(?:ss|us|is|as|ceros|lens|species|series|ens)$/
const pluralInIs = /^(?:skis|taxis|bikinis)$/

/** Words between underscores or plus signs become words, and a number before a dot goes: 001.Black_footed_Albatross. */
export function spoken(name: string): string {
  const words = name
    .replace(/^\d+\.(?=\D)/, '')
    .replaceAll(/[_+]+/g, ' ')
    .trim()
  return words === '' ? name : words
}

/** The name as a noun in a sentence, with the indefinite article where it takes one. */
export function withArticle(name: string): string {
  const noun = spoken(name)
  // Proper names, codes, other alphabets and whole sentences stand as they are.
  if (!/^[a-z][a-z]/.test(noun) || noun.split(' ').length > 4 || /^(?:an?|the|some|no) /.test(noun))
    return noun
  const head =
    noun
      .replace(/ (?:of|with|in|on|at|without|for) .*$/, '')
      .split(' ')
      .at(-1) ?? noun
  const isPlural =
    pluralInIs.test(head) ||
    (head.length > 3 && head.endsWith('s') && !singularInS.test(head)) ||
    /^(?:people|children|men|women|mice|geese|teeth|feet)$/.test(head)
  if (isPlural) return noun
  const startsWithVowel = spokenVowel.test(noun) || (/^[aeiou]/.test(noun) && !spokenConsonant.test(noun))
  return `${startsWithVowel ? 'an' : 'a'} ${noun}`
}
