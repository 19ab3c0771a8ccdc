import { formatPhone } from '#/lib/format.ts'

/** A phone number as a `tel:` link. */
export const PhoneLink = ({ phone, className = '' }: { phone: string; className?: string }) => (
  <a
    href={`tel:${phone}`}
    className={`numbers -my-2 py-2 coarse:-my-3 coarse:py-3 whitespace-nowrap underline decoration-line-strong underline-offset-2 hover:text-ink ${className}`}
  >
    {formatPhone(phone)}
  </a>
)
