import prepare from '@kirana/testing/prepare'

await prepare()
