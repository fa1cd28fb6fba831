/** A form with one file, as a browser sends it. */
export function fileForm(file: { name: string; type: string; content: Buffer | string }, part = 'file') {
  const boundary = '----postern-test';
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${part}"; filename="${file.name}"\r\ncontent-type: ${file.type}\r\n\r\n`;
  return {
    payload: Buffer.concat([Buffer.from(head), Buffer.from(file.content), Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}
