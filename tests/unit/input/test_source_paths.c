/*
 * test_source_paths.c: what data/envelopes/paths.tsv makes of paths.
 */
#include "walk.h"

#include "input/source_paths.h"

/* "[host=...]reason" */
static void check(const char *path, const char *want)
{
    struct ed_path_tells tells = ed_path_tell(ed_str_c(path));
    struct ed_buf says;

    ed_buf_init(&says, 0);
    say_meta(&says, &tells.meta);
    ed_buf_text(&says, tells.skip ? tells.skip : "");
    if (!ed_str_is(ed_buf_view(&says), want)) {
        fail_msg("%s: is [%.*s], not [%s]", path, ED_STR_ARG(ed_buf_view(&says)), want);
    }
    ed_buf_done(&says);
}

#define ID "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

static void kubernetes(void **state)
{
    (void)state;
    check("/var/log/pods/ml_trainer-0_1b2c/pytorch/0.log", "[pod=trainer-0 container=pytorch]");
    check("node.tar:var/log/pods/ml_trainer-0_1b2c/pytorch/0.log.20250505-120000.gz",
          "[pod=trainer-0 container=pytorch]");
    check("/var/log/containers/trainer-0_ml_side-car-" ID ".log", "[pod=trainer-0 container=side-car]");
    check("/var/lib/docker/containers/" ID "/" ID "-json.log", "[container=" ID "]");
    check("must-gather.local.1/quay/namespaces/ml/pods/trainer-0/pytorch/pytorch/logs/current.log",
          "[pod=trainer-0 container=pytorch]");
    check("must-gather.local.1/quay/namespaces/ml/pods/trainer-0/trainer-0.yaml", "descriptions of objects");
    check("must-gather.local.1/quay/namespaces/ml/core/events.yaml", "");
    check("must-gather.local.1/quay/namespaces/ml/core/secrets.yaml", "descriptions of objects");
    check("must-gather.local.1/quay/cluster-scoped-resources/core/nodes/pine07.yaml", "descriptions of objects");
    check("must-gather.local.1/quay/host_service_logs/masters/kubelet_service.log", "[unit=kubelet]");
    check("bundle/cluster-resources/pods/logs/ml/trainer-0/pytorch-previous.log", "[pod=trainer-0 container=pytorch]");
    check("dump/ml/trainer-0/logs.txt", "[pod=trainer-0]");
    check("runs/7/logs.txt", "");
}

static void support_bundles(void **state)
{
    (void)state;
    check("sosreport-pine-07-2025-05-05-abcdefg/var/log/messages", "[host=pine-07]");
    check("sosreport-pine07-01234567-2025-05-05-abcdefg/var/log/messages", "[host=pine07]");
    check("x/sosreport-pine07-2025-05-05-abcdefg.tar.xz:sosreport-pine07-2025-05-05-abcdefg/var/log/messages",
          "[host=pine07]");
    check("sosreport-pine07-2025-05-05-abcdefg/etc/fstab", "[host=pine07]configuration files");
    check("sosreport-pine07-2025-05-05-abcdefg/sos_commands/rpm/package-data", "[host=pine07]lists of packages");
    check("sosreport-pine07-2025-05-05-abcdefg/sos_commands/openshift/journalctl_--no-pager_--unit_kubelet",
          "[host=pine07 unit=kubelet]");
    check("sosreport-pine07-2025-05-05-abcdefg/sos_commands/docker/containers/docker_logs_-t_trainer",
          "[host=pine07 container=trainer]");
    check("sosreport-pine07-2025-05-05-abcdefg/sos_commands/nvidia/nvidia-smi_-q", "[host=pine07]states of the system");
    check("sosreport-pine07-2025-05-05-abcdefg/sos_commands/logs/journalctl_--no-pager", "[host=pine07]");
    check("scc_pine07_250505_1200/messages.txt", "[host=pine07]");
    check("scc_pine07_250505_1200/rpm.txt", "[host=pine07]lists of packages");
    check("run/attempt_0/3/stderr.log", "[rank=3]");
}

static void other_paths(void **state)
{
    char deep[8192];

    (void)state;
    check("/etc/fstab", "");
    check("etc/x.log", "");
    check("-", "");
    check("", "");
    check("a.log", "");
    check("///::/", "");
    check("/home/x/./sosreport-a-2025-05-05-x/./etc/y", "[host=a]configuration files");
    check("sosreport--2025-05-05-x/a", ""); /* no name, no host */
    memset(deep, '/', sizeof(deep));
    deep[sizeof(deep) - 1] = '\0';
    check(deep, "");
    for (size_t i = 0; i + 2 < sizeof(deep); i += 2) {
        memcpy(deep + i, "a/", 2);
    }
    deep[4000] = '\0';
    check(deep, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kubernetes),
        cmocka_unit_test(support_bundles),
        cmocka_unit_test(other_paths),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
