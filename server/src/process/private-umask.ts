/**
 * Makes new files of this process private to its user. Import it before any module that could create a file.
 * The embedded engine sets its own modes (embedded-files.ts); older files are handled by private-folder.ts.
 */
process.umask(0o077)
