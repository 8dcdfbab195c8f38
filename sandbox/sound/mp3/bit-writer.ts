export type BitWriter = {
  write(value: number, bitCount: number): void;
};

/** Writes numbers of up to 31 bits into `target` from `offsetBytes` on, highest bit first. */
export function createBitWriter(target: Uint8Array, offsetBytes: number): BitWriter {
  let position = offsetBytes * 8;
  return {
    write(value, bitCount) {
      for (let bit = bitCount - 1; bit >= 0; bit -= 1) {
        if ((value >>> bit) & 1) setBit(target, position);
        position += 1;
      }
    },
  };
}

function setBit(target: Uint8Array, position: number): void {
  const index = position >>> 3;
  target[index] = (target[index] ?? 0) | (0x80 >>> (position & 7));
}
