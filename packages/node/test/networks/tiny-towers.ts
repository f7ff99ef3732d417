// Two towers of one space of three numbers: a photo becomes its mean colour, a text the colours of its words.
import { tinyOnnx } from '../onnx/tiny-onnx.js'
import { type Files, text } from './loopback-hub.js'

const words = ['[UNK]', 'red', 'green', 'blue'] as const
const colours = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]

/** The files of a repository, or of a folder. */
export function tinyTowers(settings: object = { model_type: 'clip' }): Files {
  return {
    'onnx/vision_model.onnx': tinyOnnx({
      inputs: [{ name: 'pixel_values', type: 'float32', shape: ['images', 3, 4, 4] }],
      outputs: [{ name: 'image_embeds', type: 'float32', shape: ['images', 3] }],
      nodes: [
        {
          operator: 'ReduceMean',
          inputs: ['pixel_values'],
          outputs: ['image_embeds'],
          numbers: { axes: [2, 3], keepdims: 0 }
        }
      ]
    }),
    'onnx/text_model.onnx': tinyOnnx({
      inputs: [{ name: 'input_ids', type: 'int64', shape: ['texts', 'tokens'] }],
      outputs: [{ name: 'text_embeds', type: 'float32', shape: ['texts', 3] }],
      constants: [{ name: 'colours', shape: [4, 3], values: Float32Array.from(colours) }],
      nodes: [
        { operator: 'Gather', inputs: ['colours', 'input_ids'], outputs: ['states'] },
        {
          operator: 'ReduceMean',
          inputs: ['states'],
          outputs: ['text_embeds'],
          numbers: { axes: [1], keepdims: 0 }
        }
      ]
    }),
    'config.json': text(settings),
    'preprocessor_config.json': text({
      image_processor_type: 'ViTImageProcessor',
      size: 4,
      do_rescale: true,
      do_normalize: false
    }),
    'tokenizer_config.json': text({ model_max_length: 16, unk_token: '[UNK]', pad_token: '[UNK]' }),
    'tokenizer.json': text({
      version: '1.0',
      added_tokens: [],
      normalizer: { type: 'Lowercase' },
      pre_tokenizer: { type: 'Whitespace' },
      post_processor: null,
      decoder: null,
      model: {
        type: 'WordLevel',
        vocab: Object.fromEntries(words.map((word, k) => [word, k])),
        unk_token: '[UNK]'
      }
    })
  }
}
