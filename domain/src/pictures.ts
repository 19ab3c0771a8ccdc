/** Not among the other texts, which every screen loads. */
export const NOT_A_PICTURE = 'A picture must be a PNG, JPEG, WebP or GIF file'
