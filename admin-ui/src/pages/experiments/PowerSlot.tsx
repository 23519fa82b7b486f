import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useExperimentPower } from '~/api/analysis';
import type { ExperimentDesign } from '~/api/experiments';
import { Notice } from '~/parts/Notice';
import { sentence } from '~/parts/problem';
import { count, decimal, plural } from '~/text/numbers';

const DEFAULT_SHARE = 10;
const DEFAULT_ARMS = 2;

/** The size of an experiment that the planner promises to be enough. */
export interface Planned {
  days: number;
  units: number;
}

/** The planner's figures: the days that find an effect of 5%, and the smallest effect that two weeks find. */
export function PowerSlot({
  design,
  onPlan,
}: {
  design: ExperimentDesign;
  onPlan: (planned: Planned) => void;
}) {
  const statistic = design.statistic ?? 'median';
  const power = useExperimentPower({
    metric: design.headline ?? 'load',
    statistic,
    share: (design.share ?? DEFAULT_SHARE) / 100,
    arms: design.arms?.length ?? DEFAULT_ARMS,
    // Several sites have no common history: their sum is that of all sites.
    site: design.sites.length === 1 ? design.sites[0] : undefined,
  });
  if (power.isPending) return <Skeleton height={36} />;
  if (power.isError) return <Notice tone="bad">{sentence(power.error)}</Notice>;
  const { missing, needed, found, units } = power.data;
  if (missing) {
    return (
      <Text size="sm" c="dimmed">
        The days that it needs are unknown: the page views of the last two weeks have {missing}. An
        A/A check records them.
      </Text>
    );
  }
  const five = needed.find(({ effect }) => effect === 0.05);
  const longest = found.filter(({ days }) => days <= 14).at(-1);
  return (
    <Stack gap={4}>
      {five && (
        <Text size="sm">
          {five.days === null
            ? `An effect of 5% on the ${statistic} would take more than ten years to find.`
            : `An effect of 5% on the ${statistic} is found in ${plural(five.days, 'day')}, with ${count(five.unitsPerArm)} units in each arm.`}
        </Text>
      )}
      {longest && (
        <Text size="sm">
          The smallest effect that {plural(longest.days, 'day')} find is{' '}
          {decimal(longest.effect * 100)}%.
        </Text>
      )}
      {five && five.days !== null && (
        <Group>
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => onPlan({ days: five.days ?? 0, units: five.unitsPerArm })}
          >
            Plan with these days and units
          </Button>
        </Group>
      )}
      <Text size="xs" c="dimmed">
        From {plural(units, 'unit')} of the last two weeks, with a power of 80%.
      </Text>
    </Stack>
  );
}
