import { X } from 'lucide-react'
import { IconButton } from '#/ui/button.tsx'

export type PictureRow = {
  file: File
  /** The product that the picture goes to, '' if none does. */
  product: string
  /** Why it is not added, '' if nothing is against it. */
  problem: string
}

type Props = {
  /** What the rows are: 'What will happen', 'Not added'. */
  name: string
  rows: readonly PictureRow[]
  onRemove?: (file: File) => void
}

const cell = 'px-3 py-2 wrap-anywhere max-sm:px-2'

/** Pictures with the product that each goes to, or why it goes to none. */
export const PictureList = ({ name, rows, onRemove }: Props) => (
  <div
    className="max-h-80 overflow-auto rounded-control border border-line"
    tabIndex={0}
    role="group"
    aria-label={name}
  >
    <table className="w-full text-left text-sm" aria-label={name}>
      <thead className="bg-sunken text-muted">
        <tr>
          {['Picture', 'Product'].map((head) => (
            <th key={head} scope="col" className="px-3 py-2 font-medium max-sm:px-2">
              {head}
            </th>
          ))}
          {onRemove && (
            <th scope="col">
              <span className="sr-only">Remove</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {rows.map(({ file, product, problem }) => (
          <tr key={`${file.name} ${file.size} ${file.lastModified}`} className="align-top">
            <td className={cell}>{file.name}</td>
            <td className={cell}>
              {product && <p className="font-medium">{product}</p>}
              {problem && <p className="text-bad">{problem}</p>}
            </td>
            {onRemove && (
              <td className="w-0 p-0.5">
                <IconButton label={`Remove ${file.name}`} size="iconSmall" onClick={() => onRemove(file)}>
                  <X aria-hidden />
                </IconButton>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
