/** An email address that preferably wraps after the @. */
export function EmailText({ email }: { email: string }) {
  const host = email.lastIndexOf('@') + 1
  return (
    <span className="wrap-anywhere">
      {email.slice(0, host)}
      <wbr />
      {email.slice(host)}
    </span>
  )
}
