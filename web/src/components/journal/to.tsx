/** The arrow between an old and a new value. */
export const To = () => (
  <>
    <span className="sr-only"> to </span>
    <span aria-hidden> → </span>
  </>
)
