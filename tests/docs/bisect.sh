# A project of seven commits: one does not build, one fails in another way, and from the fifth on the error of the recipe
# comes up.
mkdir project bin
cd project
printf '#!/bin/sh\ntest ! -e broken\n' >../bin/make
chmod +x ../bin/make
export PATH="$PWD/../bin:$PATH" GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@example.org GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@example.org
commit() {
    printf '#!/bin/sh\necho "%s"\nexit 1\n' "$2" >smoke-test
    chmod +x smoke-test
    git add -A
    git commit -q --allow-empty -m "$1"
}
git init -q
commit "Begin" "all is well"
git tag v1.0
touch broken
commit "Forget a file" "nothing comes to this"
rm broken
commit "Write an export" "write failed: No space left on device"
commit "Read it" "all is well again"
bad="RuntimeError: The memory capacity is unbalanced. Some GPUs may be occupied by other processes."
commit "Weigh every rank" "$bad pre_model_load_memory=24.3, local_gpu_memory=78.6, local_gpu_memory * 0.9=70.7"
commit "Tidy up" "$bad pre_model_load_memory=24.5, local_gpu_memory=78.6, local_gpu_memory * 0.9=70.7"
commit "Tidy up more" "$bad pre_model_load_memory=24.5, local_gpu_memory=78.6, local_gpu_memory * 0.9=70.7"
