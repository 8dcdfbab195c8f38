/** MPEG-2 Layer III, constant bit rate: every frame has the same length, none is padded. */
export const mp3Format = {
  sampleRateHz: 16_000,
  bitsPerSecond: 48_000,
  samplesPerFrame: 576,
  frameBytes: 216,
  header: [0xff, 0xf3, 0x68, 0xc4],
  sideInformationBytes: 9,
  stereo: { header: [0xff, 0xf3, 0x68, 0x04], sideInformationBytes: 17 },
} as const;
