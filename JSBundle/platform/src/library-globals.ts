import { ByteBuffer } from "./stand-ins/buffer";

/** Puts Node's `Buffer` where jsdom's modules look for it: on the library's own global, made when first needed. */
export function installBuffer(global: Record<string, unknown>): void {
  Object.defineProperty(global, "Buffer", {
    configurable: true,
    get: () => {
      Object.defineProperty(ByteBuffer, "from", { value: ByteBuffer.fromData, writable: true, configurable: true });
      Object.defineProperty(global, "Buffer", { value: ByteBuffer, writable: true, configurable: true });
      return ByteBuffer;
    },
  });
}
