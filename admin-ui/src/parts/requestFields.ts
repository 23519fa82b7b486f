import * as v from 'valibot';
import { brokenLine } from '~/text/headers';

/** A whole address, or a path on the first site. */
export const requestUrl = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty('Enter an address'),
  v.regex(/^(https?:\/\/|\/)/i, 'Begins with https:// or with /'),
);

/** Header fields, one in a line. */
export const requestHeaders = v.pipe(
  v.string(),
  v.rawCheck(({ dataset, addIssue }) => {
    const line = dataset.typed ? brokenLine(dataset.value) : null;
    if (line !== null) addIssue({ message: `Not a header: ${line} (expected: Name: value)` });
  }),
);
