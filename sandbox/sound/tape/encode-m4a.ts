import type { EncodedPacket } from "mediabunny";

/** MP4 with AAC, of one channel or two; the encoded block is repeated up to `seconds`. */
export async function encodeM4a(
  channels: Int16Array[],
  seconds: number,
  sampleRateHz: number,
): Promise<Buffer> {
  const { BufferTarget, EncodedAudioPacketSource, Mp4OutputFormat, Output } = await import(
    "mediabunny"
  );
  const { packets, meta } = await encodeBlock(channels, sampleRateHz);
  const packetSeconds = samplesPerPacket / sampleRateHz;
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: "in-memory" }), target });
  const source = new EncodedAudioPacketSource("aac");
  output.addAudioTrack(source);
  await output.start();
  for (let index = 0; index * packetSeconds < seconds; index += 1) {
    const packet = packets[index % packets.length];
    if (!packet) break;
    const timing = { timestamp: index * packetSeconds, duration: packetSeconds };
    await source.add(packet.clone(timing), index === 0 ? meta : undefined);
  }
  await output.finalize();
  if (!target.buffer) throw new Error("The muxer wrote nothing");
  return withoutDates(Buffer.from(target.buffer));
}

/** The same call is the same file, whenever it is made: the boxes that tell when tell of 1904. */
function withoutDates(file: Buffer): Buffer {
  for (const box of ["mvhd", "tkhd", "mdhd"]) {
    const at = file.indexOf(box, 0, "latin1");
    if (at < 0) throw new Error(`The muxer wrote no ${box}`);
    const isLong = file[at + 4] === 1;
    file.fill(0, at + 8, at + 8 + (isLong ? 16 : 8));
  }
  return file;
}

const samplesPerPacket = 1_024;

/** The encoder of FFmpeg, compiled to WebAssembly. */
async function encodeBlock(channels: Int16Array[], sampleRateHz: number) {
  const { AudioSample, AudioSampleSource, BufferTarget, Mp4OutputFormat, Output } = await import(
    "mediabunny"
  );
  const { registerAacEncoder } = await import("@mediabunny/aac-encoder");
  if (!isRegistered) registerAacEncoder();
  isRegistered = true;
  const packets: EncodedPacket[] = [];
  let meta: EncodedAudioChunkMetadata | undefined;
  const output = new Output({ format: new Mp4OutputFormat(), target: new BufferTarget() });
  const source = new AudioSampleSource({
    codec: "aac",
    bitrate: 32_000 * channels.length,
    onEncodedPacket: (packet, told) => {
      packets.push(packet);
      meta ??= told;
    },
  });
  output.addAudioTrack(source);
  await output.start();
  const data = new Int16Array((channels[0]?.length ?? 0) * channels.length);
  channels.forEach((samples, channel) => {
    samples.forEach((value, index) => {
      data[index * channels.length + channel] = value;
    });
  });
  const format = { format: "s16", numberOfChannels: channels.length } as const;
  const sample = new AudioSample({ data, ...format, sampleRate: sampleRateHz, timestamp: 0 });
  await source.add(sample);
  sample.close();
  await output.finalize();
  return { packets, meta };
}

let isRegistered = false;
