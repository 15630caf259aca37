import { useMutation, useQueryClient } from '@tanstack/react-query';
import { tell } from './tell.ts';

/** What is said once a change is made. */
type Said<Input, Answer> = string | ((answer: Answer, input: Input) => string);

/** Asks the API for a change, says that it is made, and reads again what the page shows. */
export function useAct<Input = void, Answer = unknown>(
  request: (input: Input) => Promise<Answer>,
  said?: Said<Input, Answer>,
) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: request,
    onSuccess: (answer, input) => {
      if (said !== undefined) tell(typeof said === 'string' ? said : said(answer, input));
      return cache.invalidateQueries();
    },
  });
}
