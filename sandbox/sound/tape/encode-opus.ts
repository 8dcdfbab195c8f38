/** Ogg with Opus, of one channel or two at 16 kHz; the encoded block is repeated up to `seconds`. */
export async function encodeOpus(channels: Int16Array[], seconds: number): Promise<Buffer> {
  const packets = await encodeBlock(channels);
  const granules = preSkip + Math.round(seconds * outputHz);
  const count = Math.ceil(granules / granulesPerPacket);
  const pages = [
    writePage([opusHead(channels.length)], { flags: first, granule: 0, number: 0 }),
    writePage([opusTags()], { flags: 0, granule: 0, number: 1 }),
  ];
  for (let at = 0; at < count; at += packetsPerPage) {
    const end = Math.min(at + packetsPerPage, count);
    const held = Array.from({ length: end - at }, (_, index) => {
      return packets[(at + index) % packets.length] ?? Buffer.alloc(0);
    });
    const isLast = end === count;
    const granule = isLast ? granules : end * granulesPerPacket;
    pages.push(writePage(held, { flags: isLast ? last : 0, granule, number: pages.length }));
  }
  return Buffer.concat(pages);
}

const inputHz = 16_000;
const outputHz = 48_000;
const samplesPerPacket = 320;
const granulesPerPacket = 960;
const packetsPerPage = 50;
const preSkip = 312;
const first = 2;
const last = 4;

/** libopus, compiled to WebAssembly. */
async function encodeBlock(channels: Int16Array[]): Promise<Buffer[]> {
  const { default: OpusScript } = await import("opusscript");
  const encoder = new OpusScript(
    inputHz,
    channels.length === 2 ? 2 : 1,
    OpusScript.Application.VOIP,
  );
  const packets: Buffer[] = [];
  const length = channels[0]?.length ?? 0;
  for (let at = 0; at + samplesPerPacket <= length; at += samplesPerPacket) {
    const pcm = Buffer.alloc(samplesPerPacket * channels.length * 2);
    for (let index = 0; index < samplesPerPacket; index += 1) {
      channels.forEach((samples, channel) => {
        pcm.writeInt16LE(samples[at + index] ?? 0, (index * channels.length + channel) * 2);
      });
    }
    packets.push(encoder.encode(pcm, samplesPerPacket));
  }
  encoder.delete();
  return packets;
}

function opusHead(channels: number): Buffer {
  const head = Buffer.alloc(19);
  head.write("OpusHead", "latin1");
  head[8] = 1;
  head[9] = channels;
  head.writeUInt16LE(preSkip, 10);
  head.writeUInt32LE(inputHz, 12);
  return head;
}

function opusTags(): Buffer {
  const tags = Buffer.alloc(16 + vendor.length);
  tags.write("OpusTags", "latin1");
  tags.writeUInt32LE(vendor.length, 8);
  tags.write(vendor, 12, "latin1");
  return tags;
}

const vendor = "sandbox";

type Page = { flags: number; granule: number; number: number };

function writePage(packets: Buffer[], { flags, granule, number }: Page): Buffer {
  const segments = packets.flatMap(({ length }) => [
    ...Array<number>(Math.floor(length / 255)).fill(255),
    length % 255,
  ]);
  const head = Buffer.alloc(27);
  head.write("OggS", "latin1");
  head[5] = flags;
  head.writeBigInt64LE(BigInt(granule), 6);
  head.writeUInt32LE(serial, 14);
  head.writeUInt32LE(number, 18);
  head[26] = segments.length;
  const page = Buffer.concat([head, Buffer.from(segments), ...packets]);
  page.writeUInt32LE(checksum(page), 22);
  return page;
}

const serial = 1;

function checksum(bytes: Buffer): number {
  let sum = 0;
  for (const byte of bytes) sum = ((sum << 8) ^ (table[(sum >>> 24) ^ byte] ?? 0)) >>> 0;
  return sum;
}

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte << 24;
  for (let bit = 0; bit < 8; bit += 1) {
    value = value & 0x80000000 ? (value << 1) ^ 0x04c11db7 : value << 1;
  }
  return value >>> 0;
});
