/** Ways of preparing images that many networks share, each with the place that prescribes it. */
import { UnseenError } from '@unseen/core'
import type { PreprocessingParts } from './preprocessing.js'

/** A known way to prepare images. */
export interface Preset {
  /** One line for people. */
  readonly summary: string
  /** Where it is documented. */
  readonly source: string
  /** What it fixes; the rest is read from the network. */
  readonly parts: PreprocessingParts
}

const byte = 1 / 255

/** Known ways to prepare images, by the name that `--preset` takes. */
export const presets: Readonly<Record<string, Preset>> = {
  imagenet: {
    summary: 'torchvision classifiers: shorter side 256, middle 224 x 224, ImageNet mean and deviation',
    source: 'https://pytorch.org/vision/stable/models/generated/torchvision.models.resnet50.html',
    parts: {
      width: 224,
      height: 224,
      resize: 'bilinear',
      crop: 'center',
      shorter: 256,
      scale: byte,
      offset: 0,
      mean: [0.485, 0.456, 0.406],
      std: [0.229, 0.224, 0.225],
      colour: 'rgb'
    }
  },
  mobilenet: {
    summary: 'Keras "tf" mode (MobileNet, Inception): scaled to the input, pixels from -1 to 1',
    source:
      'https://www.tensorflow.org/api_docs/python/tf/keras/applications/imagenet_utils/preprocess_input',
    parts: {
      resize: 'bilinear',
      crop: 'none',
      scale: 1 / 127.5,
      offset: -1,
      mean: [0],
      std: [1],
      colour: 'rgb'
    }
  },
  caffe: {
    summary: 'Keras "caffe" mode (VGG, ResNet of Keras): BGR, ImageNet mean taken away, no scaling',
    source: 'https://gist.github.com/ksimonyan/3785162f95cd2d5fee77',
    parts: {
      resize: 'bilinear',
      crop: 'none',
      scale: 1,
      offset: 0,
      mean: [103.939, 116.779, 123.68],
      std: [1],
      colour: 'bgr'
    }
  },
  clip: {
    summary: 'CLIP: shorter side 224, middle 224 x 224, bicubic, its own mean and deviation',
    source: 'https://huggingface.co/openai/clip-vit-base-patch32/blob/main/preprocessor_config.json',
    parts: {
      width: 224,
      height: 224,
      resize: 'bicubic',
      crop: 'center',
      shorter: 224,
      scale: byte,
      offset: 0,
      mean: [0.48145466, 0.4578275, 0.40821073],
      std: [0.26862954, 0.26130258, 0.27577711],
      colour: 'rgb'
    }
  },
  siglip: {
    summary: 'SigLIP: scaled to 224 x 224, bicubic, pixels from -1 to 1',
    source: 'https://huggingface.co/google/siglip-base-patch16-224/blob/main/preprocessor_config.json',
    parts: {
      width: 224,
      height: 224,
      resize: 'bicubic',
      crop: 'none',
      scale: byte,
      offset: 0,
      mean: [0.5],
      std: [0.5],
      colour: 'rgb'
    }
  },
  unit: {
    summary: 'scaled to the input, pixels from 0 to 1',
    source: 'https://onnx.ai/onnx/repo-docs/MetadataProps.html',
    parts: { crop: 'none', scale: byte, offset: 0, mean: [0], std: [1] }
  },
  raw: {
    summary: 'scaled to the input, pixels from 0 to 255 as they are',
    source: 'https://onnx.ai/onnx/repo-docs/MetadataProps.html',
    parts: { crop: 'none', scale: 1, offset: 0, mean: [0], std: [1] }
  }
}

/** Sizes of a preset give way to those the network fixes; everything else in it counts. */
export function presetParts(
  name: string,
  input: { readonly width: number | undefined; readonly height: number | undefined }
): PreprocessingParts {
  if (!Object.hasOwn(presets, name))
    throw new UnseenError('options.value', `There is no preset "${name}".`, {
      where: { option: 'preset' },
      remedy: `There are: ${Object.keys(presets).join(', ')}.`
    })
  const { parts } = presets[name]
  if (
    parts.width === undefined ||
    input.width === undefined ||
    (input.width === parts.width && input.height === parts.height)
  )
    return parts
  const longer = Math.max(input.width, input.height ?? input.width)
  return {
    ...parts,
    width: input.width,
    height: input.height,
    shorter: parts.shorter === undefined ? undefined : Math.round((longer * parts.shorter) / parts.width)
  }
}
