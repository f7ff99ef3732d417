"""Writes processors.json beside this file: what the image processors of transformers, written down again on Pillow
and numpy, make of two small pictures, for one configuration of each kind.

Needs numpy and Pillow (made with Pillow 9.4.0 and numpy 1.24.2): python3 make-processors.py
"""
import json
import pathlib

import numpy as np
from PIL import Image

random = np.random.default_rng(22)
pictures = [random.integers(0, 256, (height, width, 3), dtype=np.uint8) for width, height in [(13, 10), (9, 14)]]
OPENAI = ([0.48145466, 0.4578275, 0.40821073], [0.26862954, 0.26130258, 0.27577711])
IMAGENET = ([0.485, 0.456, 0.406], [0.229, 0.224, 0.225])
HALF = ([0.5, 0.5, 0.5], [0.5, 0.5, 0.5])
NEAREST, LANCZOS, BILINEAR, BICUBIC, BOX, HAMMING = range(6)


def resize(image, width, height, resample):
    return np.asarray(Image.fromarray(image).resize((width, height), resample))


def shortest(image, side, resample):
    height, width = image.shape[:2]
    short, long = min(height, width), max(height, width)
    other = int(side * long / short)
    return resize(image, *((side, other) if width <= height else (other, side)), resample)


def crop(image, width, height):
    top, left = (image.shape[0] - height) // 2, (image.shape[1] - width) // 2
    return image[top:top + height, left:left + width]


def torchvision_crop(image, width, height):
    top, left = int(round((image.shape[0] - height) / 2.0)), int(round((image.shape[1] - width) / 2.0))
    return image[top:top + height, left:left + width]


def normalise(image, mean, std, scale=1 / 255):
    return (image * scale - np.array(mean)) / np.array(std)


def clip(image):
    return normalise(crop(shortest(image, 8, BICUBIC), 6, 6), *OPENAI)


def dinov2(image):
    return normalise(crop(shortest(image, 9, BICUBIC), 8, 8), *IMAGENET)


def convnext(image):  # microsoft/resnet-50
    return normalise(crop(shortest(image, int(8 / 0.875), BICUBIC), 8, 8), *IMAGENET)


def timm(image):
    return normalise(torchvision_crop(shortest(image, int(np.floor(8 / 0.9)), BICUBIC), 8, 8), *IMAGENET)


def efficientnet(image):
    mean, std = [0.485, 0.456, 0.406], np.array([0.47853944, 0.4732864, 0.47434163])
    return normalise(resize(image, 7, 7, NEAREST), mean, std) / std


cases = [
    ('CLIP', {'image_processor_type': 'CLIPImageProcessor', 'size': {'shortest_edge': 8}, 'crop_size': {'height': 6, 'width': 6}}, clip),
    ('CLIP of old', {'feature_extractor_type': 'CLIPFeatureExtractor', 'size': 8, 'crop_size': 6, 'do_center_crop': True, 'do_resize': True, 'resample': 3, 'image_mean': OPENAI[0], 'image_std': OPENAI[1]}, clip),
    ('CLIP without its cut', {'image_processor_type': 'CLIPImageProcessor', 'size': {'height': 5, 'width': 7}, 'do_center_crop': False, 'do_normalize': False}, lambda image: resize(image, 7, 5, BICUBIC) / 255),
    ('SigLIP', {'image_processor_type': 'SiglipImageProcessor', 'size': {'height': 8, 'width': 8}}, lambda image: normalise(resize(image, 8, 8, BICUBIC), *HALF)),
    ('SigLIP 2', {'image_processor_type': 'SiglipImageProcessorFast', 'size': {'height': 8, 'width': 8}, 'resample': 2, 'do_convert_rgb': None}, lambda image: normalise(resize(image, 8, 8, BILINEAR), *HALF)),
    ('ViT', {'image_processor_type': 'ViTImageProcessor', 'size': 8}, lambda image: normalise(resize(image, 8, 8, BILINEAR), *HALF)),
    ('ViT of old', {'feature_extractor_type': 'ViTFeatureExtractor', 'size': 8, 'resample': 2, 'do_normalize': True, 'do_resize': True, 'image_mean': 0.5, 'image_std': 0.5}, lambda image: normalise(resize(image, 8, 8, BILINEAR), *HALF)),
    ('DINOv2', {'image_processor_type': 'BitImageProcessor', 'size': {'shortest_edge': 9}, 'crop_size': {'height': 8, 'width': 8}, 'resample': 3, 'do_center_crop': True, 'do_convert_rgb': True, 'image_mean': IMAGENET[0], 'image_std': IMAGENET[1], 'rescale_factor': 0.00392156862745098}, dinov2),
    ('ResNet', {'feature_extractor_type': 'ConvNextFeatureExtractor', 'size': 8, 'crop_pct': 0.875, 'resample': 3, 'do_normalize': True, 'do_resize': True, 'image_mean': IMAGENET[0], 'image_std': IMAGENET[1]}, convnext),
    ('ConvNeXt', {'image_processor_type': 'ConvNextImageProcessorFast', 'size': {'shortest_edge': 8}, 'crop_pct': None, 'image_mean': IMAGENET[0], 'image_std': IMAGENET[1]}, convnext),
    ('LeViT', {'image_processor_type': 'LevitImageProcessor', 'size': {'shortest_edge': 8}, 'crop_size': {'height': 8, 'width': 8}}, lambda image: normalise(crop(shortest(image, int(256 / 224 * 8), BICUBIC), 8, 8), *IMAGENET)),
    ('DeiT', {'image_processor_type': 'DeiTImageProcessor', 'size': 9, 'crop_size': {'height': 6, 'width': 8}, 'resample': 3, 'image_mean': IMAGENET[0], 'image_std': IMAGENET[1]}, lambda image: normalise(crop(resize(image, 9, 9, BICUBIC), 8, 6), *IMAGENET)),
    ('BEiT', {'image_processor_type': 'BeitImageProcessor', 'size': {'height': 8, 'width': 8}, 'do_center_crop': False, 'resample': 2, 'do_reduce_labels': True}, lambda image: normalise(resize(image, 8, 8, BILINEAR), *HALF)),
    ('MobileNetV2', {'image_processor_type': 'MobileNetV2ImageProcessor', 'size': {'shortest_edge': 9}, 'crop_size': {'height': 8, 'width': 8}}, lambda image: normalise(crop(shortest(image, 9, BILINEAR), 8, 8), *HALF)),
    ('MobileViT', {'image_processor_type': 'MobileViTImageProcessor', 'size': {'shortest_edge': 9}, 'crop_size': {'height': 8, 'width': 8}, 'do_flip_channel_order': True}, lambda image: crop(shortest(image, 9, BILINEAR), 8, 8)[:, :, ::-1] / 255),
    ('EfficientNet', {'image_processor_type': 'EfficientNetImageProcessor', 'size': {'height': 7, 'width': 7}, 'crop_size': {'height': 6, 'width': 6}, 'do_center_crop': False, 'resample': 0, 'include_top': True, 'rescale_offset': False, 'image_mean': [0.485, 0.456, 0.406], 'image_std': [0.47853944, 0.4732864, 0.47434163]}, efficientnet),
    ('pixels around zero', {'image_processor_type': 'EfficientNetImageProcessor', 'size': 7, 'resample': 1, 'rescale_factor': 1 / 127.5, 'rescale_offset': True, 'do_normalize': False}, lambda image: resize(image, 7, 7, LANCZOS) / 127.5 - 1),
    ('not rescaled', {'image_processor_type': 'ViTImageProcessor', 'size': 8, 'resample': 5, 'do_rescale': False, 'image_mean': [123, 116, 103], 'image_std': [58, 57, 56]}, lambda image: normalise(resize(image, 8, 8, HAMMING), [123, 116, 103], [58, 57, 56], 1)),
    ('of no type', {'size': {'shortest_edge': 9}, 'crop_size': 8, 'do_center_crop': True, 'resample': 4, 'image_mean': HALF[0], 'image_std': HALF[1]}, lambda image: normalise(crop(shortest(image, 9, BOX), 8, 8), *HALF)),
    ('timm', {'pretrained_cfg': {'input_size': [3, 8, 8], 'interpolation': 'bicubic', 'crop_pct': 0.9, 'mean': IMAGENET[0], 'std': IMAGENET[1]}}, timm),
]

whole = {
    'pictures': [{'width': image.shape[1], 'height': image.shape[0], 'pixels': image.ravel().tolist()} for image in pictures],
    'cases': [],
}
for name, config, prepare in cases:
    results = [prepare(image) for image in pictures]
    whole['cases'].append({
        'name': name,
        'config': config,
        'width': results[0].shape[1],
        'height': results[0].shape[0],
        'entries': [np.round(result, 4).ravel().tolist() for result in results],
    })
pathlib.Path(__file__).with_name('processors.json').write_text(json.dumps(whole, separators=(',', ':')) + '\n')
