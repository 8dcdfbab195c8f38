declare module "@20minutes/s3rver" {
  type Options = {
    port: number;
    address: string;
    silent: boolean;
    directory: string;
    allowMismatchedSignatures: boolean;
    configureBuckets: { name: string; configs: string[] }[];
  };

  type Context = {
    method: string;
    query: Record<string, string | undefined>;
    status: number;
    body: string;
  };

  export default class S3rver {
    constructor(options: Options);
    middleware: ((context: Context, next: () => Promise<void>) => Promise<void>)[];
    run(): Promise<import("node:net").AddressInfo>;
    close(): Promise<void>;
  }
}
