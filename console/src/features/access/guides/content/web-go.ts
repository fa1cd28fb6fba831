import type { Guide } from '../guide.ts';

export const guide: Guide = {
  redirectUri: 'http://localhost:8080/callback',
  postSignOutUri: 'http://localhost:8080',
  steps: [
    {
      title: 'install',
      text: ['goInstall'],
      samples: [
        {
          language: 'sh',
          code: `go get github.com/logto-io/go/v2
go get github.com/gin-gonic/gin github.com/gin-contrib/sessions`,
        },
      ],
    },
    { title: 'redirects', text: ['redirects'], hasRedirects: true },
    {
      title: 'storage',
      text: ['goStorage'],
      samples: [
        {
          language: 'go',
          file: 'session.go',
          code: `package main

import "github.com/gin-contrib/sessions"

type sessionStorage struct{ session sessions.Session }

func (storage *sessionStorage) GetItem(key string) string {
	value, _ := storage.session.Get(key).(string)
	return value
}

func (storage *sessionStorage) SetItem(key, value string) {
	storage.session.Set(key, value)
	_ = storage.session.Save()
}`,
        },
      ],
    },
    {
      title: 'configure',
      text: ['goClient', 'sessionSecret'],
      samples: [
        {
          language: 'go',
          file: 'main.go',
          code: `package main

import (
	"github.com/gin-contrib/sessions"
	"github.com/gin-contrib/sessions/memstore"
	"github.com/gin-gonic/gin"
	"github.com/logto-io/go/v2/client"
)

var config = &client.LogtoConfig{
	Endpoint:  "{{endpoint}}",
	AppId:     "{{appId}}",
	AppSecret: "{{appSecret}}",
}

func clientOf(ctx *gin.Context) *client.LogtoClient {
	return client.NewLogtoClient(config, &sessionStorage{session: sessions.Default(ctx)})
}

func main() {
	router := gin.Default()
	store := memstore.NewStore([]byte("{{randomSecret}}"))
	router.Use(sessions.Sessions("session", store))
	addRoutes(router)
	_ = router.Run(":8080")
}`,
        },
      ],
    },
    {
      title: 'signIn',
      text: ['goRoutes'],
      samples: [
        {
          language: 'go',
          file: 'routes.go',
          code: `package main

import (
	"net/http"

	"github.com/gin-gonic/gin"
	"github.com/logto-io/go/v2/client"
)

func addRoutes(router *gin.Engine) {
	router.GET("/sign-in", func(ctx *gin.Context) {
		uri, err := clientOf(ctx).SignIn(&client.SignInOptions{RedirectUri: "{{redirectUri}}"})
		if err != nil {
			ctx.String(http.StatusInternalServerError, err.Error())
			return
		}
		ctx.Redirect(http.StatusTemporaryRedirect, uri)
	})

	router.GET("/callback", func(ctx *gin.Context) {
		if err := clientOf(ctx).HandleSignInCallback(ctx.Request); err != nil {
			ctx.String(http.StatusInternalServerError, err.Error())
			return
		}
		ctx.Redirect(http.StatusTemporaryRedirect, "/")
	})

	router.GET("/sign-out", func(ctx *gin.Context) {
		uri, err := clientOf(ctx).SignOut("{{postSignOutUri}}")
		if err != nil {
			ctx.String(http.StatusInternalServerError, err.Error())
			return
		}
		ctx.Redirect(http.StatusTemporaryRedirect, uri)
	})
}`,
        },
      ],
    },
    {
      title: 'user',
      text: ['userClaims'],
      samples: [
        {
          language: 'go',
          file: 'routes.go',
          code: `router.GET("/", func(ctx *gin.Context) {
	auth := clientOf(ctx)
	if !auth.IsAuthenticated() {
		ctx.Data(http.StatusOK, "text/html", []byte("<a href='/sign-in'>Sign in</a>"))
		return
	}
	claims, err := auth.GetIdTokenClaims()
	if err != nil {
		ctx.String(http.StatusInternalServerError, err.Error())
		return
	}
	ctx.JSON(http.StatusOK, claims)
})`,
        },
      ],
    },
    {
      title: 'api',
      text: ['apiResource'],
      samples: [
        {
          language: 'go',
          code: `// With Resources: []string{"https://api.example.com"} in the configuration.
token, err := clientOf(ctx).GetAccessToken("https://api.example.com")
if err != nil {
	return
}
request, _ := http.NewRequest(http.MethodGet, "https://api.example.com/orders", nil)
request.Header.Set("Authorization", "Bearer "+token.Token)
response, err := http.DefaultClient.Do(request)`,
        },
      ],
    },
  ],
};
