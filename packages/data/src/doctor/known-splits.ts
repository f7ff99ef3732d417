/**
 * Class lists and splits of the literature, by fingerprint (fingerprints.ts). Made by
 * scripts/known-splits.mjs from the published files.
 */
export interface Known {
  readonly name: string
  readonly fingerprint: string
}

export const knownClasses: readonly Known[] = [
  { name: 'AwA (Animals with Attributes)', fingerprint: '1034b9eba88f0adc' },
  { name: 'CUB-200-2011', fingerprint: '2c66c1b4146ab9fe' },
  { name: 'SUN', fingerprint: 'c546e49f5d14c329' },
  { name: 'aPY (aPascal and aYahoo)', fingerprint: 'e772f59fd27a16ca' },
  { name: 'CIFAR-10', fingerprint: 'a572900f30700e74' }
]

export const knownSplits: readonly Known[] = [
  { name: 'the proposed split of AWA1 (xlsa17, Xian et al.)', fingerprint: '2e2a30adf92c7a54' },
  { name: 'the proposed split of AWA2 (xlsa17, Xian et al.)', fingerprint: '36d62977e52773df' },
  { name: 'the proposed split of CUB (xlsa17, Xian et al.)', fingerprint: '8c00141c9ddc3d2a' },
  { name: 'the proposed split of SUN (xlsa17, Xian et al.)', fingerprint: 'bf77c0b737565024' },
  { name: 'the proposed split of APY (xlsa17, Xian et al.)', fingerprint: '53fa0909e8f8438a' },
  { name: 'the proposed split of AWA1 and AWA2 (xlsa17, Xian et al.)', fingerprint: 'a7c2b6715c0943b3' },
  {
    name: 'the classic split of AwA, 40 seen and 10 unseen classes (Lampert et al.)',
    fingerprint: '5864661b475b632b'
  },
  { name: 'the proposed split of SUN (xlsa17, Xian et al.)', fingerprint: '4678b07fa04a55f5' },
  { name: 'the proposed split of APY (xlsa17, Xian et al.)', fingerprint: '7061ce244a1f373b' },
  {
    name: 'the classic split of aPY, aPascal seen and aYahoo unseen (Farhadi et al.)',
    fingerprint: '5c04941006e655b1'
  },
  { name: 'the proposed split of CUB (xlsa17, Xian et al.)', fingerprint: 'a04d665a8e93975d' },
  {
    name: 'the pair cat and dog of CIFAR-10 (Table 2 of Zhang and Saligrama)',
    fingerprint: 'c8e19644a2d0623e'
  },
  {
    name: 'the pair airplane and automobile of CIFAR-10 (Table 2 of Zhang and Saligrama)',
    fingerprint: 'a9804229406b50fb'
  },
  {
    name: 'the pair automobile and deer of CIFAR-10 (Table 2 of Zhang and Saligrama)',
    fingerprint: '23a47ec17efa0b6f'
  },
  {
    name: 'the pair deer and ship of CIFAR-10 (Table 2 of Zhang and Saligrama)',
    fingerprint: '1ac016aef56d99a5'
  },
  {
    name: 'the pair cat and truck of CIFAR-10 (Table 2 of Zhang and Saligrama)',
    fingerprint: 'dc5de99ceb06e24e'
  }
]
