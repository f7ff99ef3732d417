/** What `unseen` alone says: what it is, the five commands to begin with, and the data set to try them on. */

export const welcome: readonly string[] = [
  'Unseen recognises classes without a single training image. It learns from classes',
  'that have images; from then on any class is added by describing it, and becomes a',
  'mixture of known ones: "zebra = 41 % horse + 22 % tiger + ...".',
  '',
  'Five commands to begin with. "sample" comes along: ten classes of small pictures,',
  'two of which, deer and ship, have no picture in training here.',
  '',
  '  unseen demo',
  '      see it work, in half a minute',
  '  unseen tune sample --split deer-ship -o zoo.unseen',
  '      learn from the eight other classes',
  '  unseen evaluate zoo.unseen sample',
  '      how often deer and ships are told apart all the same',
  '  unseen describe zoo.unseen goat --like deer --attribute "long legs=0.3"',
  '      add a class; see what it is a mixture of, and what it looks like',
  '  unseen recognise zoo.unseen sample --rows test --explain',
  '      which class each picture is, and why',
  '',
  'Your own photos: unseen ask, unseen teach.   All commands: unseen --help.'
]
