declare module "@20minutes/s3rver" {
  type Options = {
    port: number;
    address: string;
    silent: boolean;
    directory: string;
    allowMismatchedSignatures: boolean;
    configureBuckets: { name: string; configs: string[] }[];
  };

  export default class S3rver {
    constructor(options: Options);
    run(): Promise<import("node:net").AddressInfo>;
    close(): Promise<void>;
  }
}
