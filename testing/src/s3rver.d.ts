declare module '@20minutes/s3rver' {
  import type { AddressInfo } from 'node:net'

  /** Types for the part of the package that the tests use; the package has none. */
  export default class S3rver {
    constructor(options: { address: string; port: number; silent: boolean; directory: string })
    run(): Promise<AddressInfo>
    close(): Promise<void>
  }
}
