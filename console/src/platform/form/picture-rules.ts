/** Pictures that may be uploaded. */
export const pictureTypes = ['image/svg+xml', 'image/png', 'image/jpeg', 'image/vnd.microsoft.icon', 'image/x-icon'];
export const maxPictureBytes = 500 * 1024;
