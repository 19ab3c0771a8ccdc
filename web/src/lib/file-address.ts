import { urlOf } from '@kirana/contract/wire/request'

/** URL of a stored file: a picture or a document. */
export const addressOfFile = (file: string) => urlOf('/file/get/:key', { params: { key: file } })
