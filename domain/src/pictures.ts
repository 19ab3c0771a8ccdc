/** In a file of its own, because every screen loads the other texts. */
export const NOT_A_PICTURE = 'A picture must be a PNG, JPEG, WebP or GIF file'
