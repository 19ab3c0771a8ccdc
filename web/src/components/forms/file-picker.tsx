import { FileText, ImageUp, X } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { isTextField } from '#/lib/browser/keys.ts'
import { IconButton } from '#/ui/button.tsx'

type Props = {
  label: string
  files: readonly File[]
  onChange: (files: File[]) => void
  /** Shown while no file is chosen: 'Upload A Image', 'Upload Documents'. */
  prompt?: string
  icon?: ReactNode
  accept?: string
  multiple?: boolean
  error?: string | undefined
  /** Marks the field as invalid without a separate message. */
  wrong?: boolean
  disabled?: boolean
}

/** Choosing the same file twice adds it once. */
const keyOf = ({ name, size, lastModified }: File) => `${name}-${size}-${lastModified}`

/** Chooses pictures or documents by dialog, drop or paste, with previews and removal. Shows 'N file selcted'. */
export function FilePicker({
  label,
  files,
  onChange,
  prompt = 'Upload A Image',
  icon = <ImageUp aria-hidden size={18} />,
  accept = 'image/png,image/jpeg,image/webp',
  multiple = false,
  error,
  wrong = error !== undefined,
  disabled = false,
}: Props) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const add = (list: FileList | null) => {
    const chosen = [...(list ?? [])].filter(
      (file) => !multiple || !files.some((old) => keyOf(old) === keyOf(file)),
    )
    if (chosen.length > 0 && !disabled) onChange(multiple ? [...files, ...chosen] : chosen.slice(0, 1))
  }
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const isText = isTextField(event.target) && event.clipboardData?.types.includes('text/plain')
    if (!isText) add(event.clipboardData?.files ?? null)
  })
  useEffect(() => {
    // Listens on the document, because keyboard users do not focus the picker before pasting.
    const listen = (event: ClipboardEvent) => paste(event)
    document.addEventListener('paste', listen)
    return () => document.removeEventListener('paste', listen)
  }, [])
  return (
    <div className="flex flex-col gap-1.5">
      <span id={`${id}-label`} className="text-sm font-medium">
        {label}
      </span>
      <label
        className={`relative flex min-h-20 cursor-pointer items-center justify-center gap-2 rounded-control border border-dashed p-4 text-center focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-brand ${isOver ? 'border-brand bg-brand-soft text-brand-soft-ink' : wrong ? 'border-bad' : 'border-control text-muted hover:bg-sunken'}`}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          add(event.dataTransfer.files)
        }}
      >
        {icon}
        <span id={`${id}-state`}>{files.length === 0 ? prompt : `${files.length} file selcted`}</span>
        <input
          ref={input}
          type="file"
          className="sr-only"
          accept={accept}
          multiple={multiple}
          disabled={disabled}
          aria-labelledby={`${id}-label ${id}-state`}
          aria-invalid={wrong || undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={(event) => {
            add(event.target.files)
            // Reset the input so that a removed file can be chosen again.
            event.target.value = ''
          }}
        />
      </label>
      {files.length === 0 && !error && <p className="text-xs text-muted coarse:hidden">Or drop or paste</p>}
      {files.length > 0 && (
        <ul className="flex flex-wrap gap-2 pt-1">
          {files.map((file, index) => (
            <Chosen
              key={keyOf(file)}
              file={file}
              disabled={disabled}
              onRemove={() => {
                onChange(files.filter((_, other) => other !== index))
                input.current?.focus()
              }}
            />
          ))}
        </ul>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="text-sm text-bad">
          {error}
        </p>
      )}
    </div>
  )
}

function Chosen({ file, disabled, onRemove }: { file: File; disabled: boolean; onRemove: () => void }) {
  const [address] = useState(() => (file.type.startsWith('image/') ? URL.createObjectURL(file) : ''))
  // Strict Mode runs effects twice, so the object URL is revoked a moment later, and only if the picture is gone.
  const picture = useRef<HTMLLIElement>(null)
  useEffect(
    () => () => {
      setTimeout(() => picture.current ?? URL.revokeObjectURL(address))
    },
    [address],
  )
  return (
    <li
      ref={picture}
      className="flex max-w-full items-center gap-2 rounded-control border border-line bg-surface p-1 pl-1.5 text-sm"
    >
      {address ? (
        <img src={address} alt="" className="size-9 rounded-md object-cover" />
      ) : (
        <span aria-hidden className="grid size-9 place-items-center rounded-md bg-sunken text-muted">
          <FileText size={18} />
        </span>
      )}
      <span className="max-w-40 truncate">{file.name}</span>
      <IconButton label={`Remove ${file.name}`} size="iconSmall" disabled={disabled} onClick={onRemove}>
        <X aria-hidden />
      </IconButton>
    </li>
  )
}
