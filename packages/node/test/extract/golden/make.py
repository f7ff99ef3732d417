"""Writes resize.json beside this file: what Pillow makes of a small picture.

Needs numpy and Pillow (made with Pillow 9.4.0): python3 make.py
"""
import json
import pathlib

import numpy as np
from PIL import Image

picture = np.random.default_rng(8).integers(0, 256, (7, 9, 3), dtype=np.uint8)
kinds = {'bilinear': Image.BILINEAR, 'bicubic': Image.BICUBIC, 'lanczos': Image.LANCZOS, 'hamming': Image.HAMMING, 'box': Image.BOX, 'nearest': Image.NEAREST}
sizes = [(18, 14), (23, 11), (4, 3), (5, 7), (9, 2), (9, 7)]
cases = [
    {'resize': name, 'width': width, 'height': height, 'pixels': np.asarray(Image.fromarray(picture).resize((width, height), kind)).ravel().tolist()}
    for name, kind in kinds.items() for width, height in sizes
]
whole = {'width': 9, 'height': 7, 'pixels': picture.ravel().tolist(), 'cases': cases}
pathlib.Path(__file__).with_name('resize.json').write_text(json.dumps(whole, separators=(',', ':')) + '\n')
