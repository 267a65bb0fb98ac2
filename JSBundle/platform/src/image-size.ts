// The pixel size of an image, read from its header.

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The size of a PNG, GIF, JPEG, WebP or SVG; undefined for anything else. */
export function imageSize(bytes: Uint8Array): Size | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    if (startsWith(bytes, "\x89PNG\r\n\x1a\n")) return { width: view.getUint32(16), height: view.getUint32(20) };
    if (startsWith(bytes, "GIF8")) return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
    if (bytes[0] === 0xff && bytes[1] === 0xd8) return jpegSize(view);
    if (startsWith(bytes, "RIFF") && startsWith(bytes, "WEBP", 8)) return webpSize(bytes, view);
    return svgSize(bytes);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function startsWith(bytes: Uint8Array, text: string, offset = 0): boolean {
  for (let index = 0; index < text.length; index++) {
    if (bytes[offset + index] !== text.charCodeAt(index)) return false;
  }
  return true;
}

function jpegSize(view: DataView): Size | undefined {
  let offset = 2;
  for (;;) {
    if (view.getUint8(offset) !== 0xff) return undefined;
    const marker = view.getUint8(offset + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return { height: view.getUint16(offset + 5), width: view.getUint16(offset + 7) };
    offset += 2 + view.getUint16(offset + 2);
  }
}

function webpSize(bytes: Uint8Array, view: DataView): Size | undefined {
  if (startsWith(bytes, "VP8X", 12)) {
    const read24 = (offset: number) => view.getUint16(offset, true) | (view.getUint8(offset + 2) << 16);
    return { width: read24(24) + 1, height: read24(27) + 1 };
  }
  if (startsWith(bytes, "VP8L", 12)) {
    const bits = view.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
  }
  if (startsWith(bytes, "VP8 ", 12)) {
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  }
  return undefined;
}

function svgSize(bytes: Uint8Array): Size | undefined {
  let head = "";
  for (const byte of bytes.subarray(0, 4096)) head += String.fromCharCode(byte);
  const tag = /<svg\b[^>]*>/.exec(head)?.[0];
  if (tag === undefined) return undefined;
  const attribute = (name: string) => new RegExp(`\\s${name}\\s*=\\s*["']\\s*(\\d+(?:\\.\\d+)?)`).exec(tag)?.[1];
  return { width: Math.round(Number(attribute("width") ?? 300)), height: Math.round(Number(attribute("height") ?? 150)) };
}
