import type { AnyEndpoint, ResponseOf } from '@postern/contracts/endpoint';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RequestError } from '../client/request-error.ts';
import { failureMessage } from '../client/show-failure.ts';
import { upload } from '../client/upload.ts';
import { useTenantId } from '../tenant.ts';
import { checkFiles, type FileRules, namesOfTypes, sizeText } from './check-file.ts';

/** Validates and uploads a file, and reports progress or the error. A new file aborts the previous upload. */
export function useFileUpload<E extends AnyEndpoint>(
  contract: E,
  rules: FileRules,
  onDone: (answer: ResponseOf<E>, file: File) => void,
) {
  const { t, i18n } = useTranslation();
  const tenantId = useTenantId();
  const sending = useRef<AbortController>(undefined);
  const [share, setShare] = useState<number>();
  const [error, setError] = useState<string>();
  useEffect(() => () => sending.current?.abort(), []);

  async function send(file: File) {
    sending.current?.abort();
    const mine = new AbortController();
    sending.current = mine;
    setShare(0);
    try {
      onDone(await upload(contract, file, tenantId, { onProgress: setShare, signal: mine.signal }), file);
    } catch (failure) {
      if (!mine.signal.aborted) {
        // Shows the server's message; token and network errors are not about the file.
        setError(failure instanceof RequestError ? failureMessage(failure) : t('fields.file.failed'));
      }
    } finally {
      if (sending.current === mine) {
        setShare(undefined);
      }
    }
  }

  return {
    /** Progress from 0 to 1 while a file is uploaded. */
    share,
    error,
    take(files: readonly File[]) {
      setError(undefined);
      const checked = checkFiles(files, rules);
      if ('file' in checked) {
        void send(checked.file);
        return;
      }
      const values = { types: namesOfTypes(rules.types ?? []), limit: sizeText(rules.maxBytes, i18n.language) };
      setError(t(`fields.file.${checked.problem}`, values));
    },
    forget() {
      sending.current?.abort();
      setShare(undefined);
      setError(undefined);
    },
  };
}
