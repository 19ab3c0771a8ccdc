import { ImageUp, X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { IconButton } from '#/ui/button.tsx'

type Props = {
  label: string
  files: readonly File[]
  onChange: (files: File[]) => void
  /** Shown while nothing is chosen: 'Upload A Image', 'Upload Documents'. */
  prompt?: string
  accept?: string
  multiple?: boolean
  error?: string | undefined
  /** Marks it as wrong without a message of its own. */
  wrong?: boolean
  disabled?: boolean
}

const keyOf = ({ name, size, lastModified }: File) => `${name}-${size}-${lastModified}`
/** A file that is chosen once more stays one. */
const distinct = (files: readonly File[]) => [...new Map(files.map((file) => [keyOf(file), file])).values()]

/** Files by picker, drop or paste, with previews and removal; 'N file selcted' once there are some. */
export function ImagePicker({
  label,
  files,
  onChange,
  prompt = 'Upload A Image',
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
    const chosen = [...(list ?? [])]
    if (chosen.length > 0 && !disabled)
      onChange(multiple ? distinct([...files, ...chosen]) : chosen.slice(0, 1))
  }
  return (
    <div className="flex flex-col gap-1.5" onPaste={(event) => add(event.clipboardData.files)}>
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
        <ImageUp aria-hidden size={18} />
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
            // The same file may be chosen again after it was removed.
            event.target.value = ''
          }}
        />
      </label>
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
  // Strict mode runs effects twice, so the address is given up a moment later, and only if the picture is gone.
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
      {address && <img src={address} alt="" className="size-9 rounded-md object-cover" />}
      <span className="max-w-40 truncate">{file.name}</span>
      <IconButton label={`Remove ${file.name}`} size="iconSmall" disabled={disabled} onClick={onRemove}>
        <X aria-hidden />
      </IconButton>
    </li>
  )
}
