import { urlOf } from '#/lib/wire.ts'

/** Where a kept file is shown: a picture or a document. */
export const addressOfFile = (file: string) => urlOf('/file/get/:key', { params: { key: file } })
