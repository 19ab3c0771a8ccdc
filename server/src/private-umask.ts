/**
 * Files of this process are private to its user from the first byte. Import it before anything that could create a file.
 * The embedded engine sets its own modes (embedded-files.ts); older files are handled by private-folder.ts.
 */
process.umask(0o077)
