import { productImages } from '@kirana/contract/product-images'
import { freshKey } from '@kirana/contract/wire/request'
import { products } from '@kirana/contract/products'
import { audit } from '@kirana/contract/audit'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { isFinal } from '#/lib/api-error.ts'
import { call, markAllStale, messageOf, reloadAll } from '#/lib/api.ts'
import type { Sendable } from './picture-plan.ts'

type Picture = Sendable<File>

/** Progress of sending: picture `at` of `total`, of which `percent` is sent. */
export type Progress = { at: number; total: number; percent: number }

/**
 * Sends pictures one after the other, and continues after a rejected one. `results`: why each picture failed, '' if it
 * was added. When the dialog closes, sending stops after the current picture.
 */
export function usePictureSending() {
  const [results, setResults] = useState<ReadonlyMap<File, string>>(new Map())
  const [progress, setProgress] = useState<Progress>({ at: 0, total: 0, percent: 0 })
  // Idempotency keys, because a picture without a final response may have been added. Sent again with its key, it is
  // added once.
  const keys = useRef(new Map<File, string>())
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])

  async function resultOf({ file, product }: Picture, onProgress: (percent: number) => void) {
    const key = keys.current.get(file) ?? freshKey()
    keys.current.set(file, key)
    try {
      const sent = { body: { productId: product._id }, files: [file] }
      await call(productImages.add, sent, { key, onProgress })
      return ''
    } catch (error) {
      if (isFinal(error, true)) keys.current.delete(file)
      return messageOf(error)
    }
  }

  const { mutate, isPending } = useMutation({
    mutationFn: async (pictures: readonly Picture[]) => {
      const total = pictures.length
      for (const [before, picture] of pictures.entries()) {
        if (isGone.current) break
        const show = (percent: number) => setProgress({ at: before + 1, total, percent })
        show(0)
        const result = await resultOf(picture, show)
        setResults((known) => new Map(known).set(picture.file, result))
      }
    },
    onSettled: async () => {
      markAllStale()
      await reloadAll([products.list, products.get, audit.of])
    },
  })
  return { results, progress, isSending: isPending, send: mutate }
}
