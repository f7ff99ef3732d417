/** The real data sets beside the repository: name of the expected report, path within their folder. */
export const realSets = {
  cifar10: 'cifar10/data.npz',
  'cub-vgg': 'cub-vgg/data.npz',
  'awa-rgsift': 'awa-rgsift/data.npz',
  'sun-attributes': 'sun-attributes/data.npz',
  'apy-attributes': 'apy-attributes/data.npz',
  'xlsa17-apy': 'xlsa17/APY',
  'xlsa17-awa1': 'xlsa17/AWA1',
  'xlsa17-awa2': 'xlsa17/AWA2',
  'xlsa17-cub': 'xlsa17/CUB',
  'xlsa17-sun': 'xlsa17/SUN'
}
