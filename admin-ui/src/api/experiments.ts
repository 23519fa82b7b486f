import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { API_BASE, api, CSRF, type Schemas, take, takeAll } from './client';

export type Experiment = Schemas['Experiment'];
export type ExperimentArm = Schemas['ExperimentArm'];
export type ExperimentDesign = Schemas['ExperimentDesign'];
export type ExperimentFactor = Schemas['ExperimentFactor'];
export type ExperimentPhase = Schemas['ExperimentPhase'];
export type ExperimentCounts = Schemas['ExperimentCounts'];
export type ExperimentArmCounts = Schemas['ExperimentArmCounts'];
export type ExperimentChange = Schemas['ExperimentChange'];
export type ExperimentOutcome = Schemas['ExperimentOutcome'];
export type ExperimentPreview = Schemas['ExperimentPreview'];

/** Refresh interval in milliseconds. The gateways write their counts about as often. */
const REFRESH = 5000;

const listQuery = queryOptions({
  queryKey: ['experiments', 'list'],
  queryFn: ({ signal }) =>
    takeAll((query) => api.GET('/experiments', { params: { query }, signal })),
  refetchInterval: REFRESH,
});

const pathOf = (id: string) => ({ path: { id } });

export const useExperiments = () => useQuery(listQuery);

export const useExperiment = (id: string) =>
  useQuery({
    queryKey: ['experiments', 'one', id],
    queryFn: ({ signal }) => take(api.GET('/experiments/{id}', { params: pathOf(id), signal })),
    refetchInterval: REFRESH,
  });

export const useExperimentCounts = (id: string) =>
  useQuery({
    queryKey: ['experiments', 'counts', id],
    queryFn: ({ signal }) =>
      take(api.GET('/experiments/{id}/counts', { params: pathOf(id), signal })),
    refetchInterval: REFRESH,
  });

export const useExperimentChanges = (id: string) =>
  useQuery({
    queryKey: ['experiments', 'changes', id],
    queryFn: ({ signal }) =>
      take(api.GET('/experiments/{id}/changes', { params: pathOf(id), signal })),
    refetchInterval: REFRESH,
  });

/** The changes that make an arm the configuration; nothing is asked before an arm is chosen. */
export const useExperimentOutcome = (id: string, winner: string) =>
  useQuery({
    queryKey: ['experiments', 'outcome', id, winner],
    queryFn: ({ signal }) =>
      take(
        api.GET('/experiments/{id}/outcome', {
          params: { ...pathOf(id), query: { winner } },
          signal,
        }),
      ),
    enabled: winner !== '',
  });

/** A check changes nothing, so it is a query: it follows the form. */
export const useExperimentPreview = (design: ExperimentDesign | null) =>
  useQuery({
    queryKey: ['experiments', 'preview', design],
    queryFn: ({ signal }) =>
      take(
        api.POST('/experiments:preview', {
          params: { header: CSRF },
          body: design as ExperimentDesign,
          signal,
        }),
      ),
    enabled: design !== null,
    retry: false,
  });

function useRefresh() {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ['experiments'] });
}

export function useCreateExperiment() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (design: ExperimentDesign) =>
      take(api.POST('/experiments', { params: { header: CSRF }, body: design })),
    onSettled: refresh,
  });
}

/** Replaces the plan of a draft. */
export function useEditExperiment() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ design, etag }: { design: ExperimentDesign; etag: string }) =>
      take(
        api.PUT('/experiments/{id}', {
          params: { header: { ...CSRF, 'If-Match': etag }, path: { id: design.id } },
          body: design,
        }),
      ),
    onSettled: refresh,
  });
}

export type ExperimentStep = 'start' | 'pause' | 'resume' | 'stop' | 'release';

/** The version that the user has seen. */
interface Seen {
  id: string;
  etag: string;
}

const seenBy = ({ id, etag }: Seen) => ({
  params: { header: { ...CSRF, 'If-Match': etag }, path: { id } },
});

/** Takes a step in the life of an experiment. */
export function useExperimentStep() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ step, ...seen }: Seen & { step: ExperimentStep }) => {
      const options = seenBy(seen);
      if (step === 'start') return take(api.POST('/experiments/{id}:start', options));
      if (step === 'pause') return take(api.POST('/experiments/{id}:pause', options));
      if (step === 'resume') return take(api.POST('/experiments/{id}:resume', options));
      if (step === 'stop') return take(api.POST('/experiments/{id}:stop', options));
      return take(api.POST('/experiments/{id}:release', options));
    },
    onSettled: refresh,
  });
}

export function useDecideExperiment() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ decision, ...seen }: Seen & { decision: Schemas['ExperimentDecision'] }) =>
      take(api.POST('/experiments/{id}:decide', { ...seenBy(seen), body: decision })),
    onSettled: refresh,
  });
}

export function useDeleteExperiment() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (seen: Seen) => take(api.DELETE('/experiments/{id}', seenBy(seen))),
    onSettled: refresh,
  });
}

/** Address of a file with the data of an experiment. */
export const exportAddress = (
  id: string,
  format: 'json' | 'csv' | 'ipynb',
  what: 'counts' | 'views' = 'counts',
): string =>
  `${API_BASE}/experiments/${encodeURIComponent(id)}/export?format=${format}&what=${what}`;
